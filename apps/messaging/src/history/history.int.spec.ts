import {
  AddReaction,
  type GetMessages,
  GetMessages as GetMessagesRequest,
  LARGEST_ANCHOR,
  MatchMessages,
  type MessageAnchor,
  type Principal,
  Role,
  SendMessage,
  SetUserTopic,
  UpdateMessageFlags,
  UpdateMessageFlagsForNarrow,
} from '@chat/contracts';
import { matchesNarrow, type NarrowFacts, parseNarrow } from '@chat/narrow';
import { Database } from '@chat/persistence';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Access } from '../access/access.js';
import { personalFlags } from '../flags/personal-flags.js';
import { makeStream, subscribeByRows, unsubscribeByRows } from '../testing/stream-by-sql.js';
import { TEST_REALM, TestMessaging } from '../testing/test-messaging.js';
import { readIds } from './find-page.js';
import { ResolveNarrow } from './resolve-narrow.js';
import { isWide, readByWalking } from './walked-page.js';

let messaging: TestMessaging;
let ana: Principal;
let ben: Principal;
let cleo: Principal;
let guest: Principal;
const streams = { design: 0, lunch: 0, secret: 0, vault: 0, open: 0 };
const sent: number[] = [];

const send = async (sender: Principal, to: number | number[], content: string, topic = 'logo'): Promise<number> => {
  const type = typeof to === 'number' ? 'stream' : 'direct';
  const { id } = await messaging.request(SendMessage, { sender, type, to, topic, content, clientName: 'test' });
  sent.push(id);
  return id;
};

beforeAll(async () => {
  messaging = await TestMessaging.start();
  ana = await messaging.addUser({ fullName: 'Ana' });
  ben = await messaging.addUser({ fullName: 'Ben', alertWords: ['lunchtime'] });
  cleo = await messaging.addUser({ fullName: 'Cleo' });
  guest = await messaging.addUser({ fullName: 'Gus', role: Role.Guest });
  streams.design = await makeStream(messaging, { name: 'Design', subscribers: [ana, ben, guest] });
  streams.lunch = await makeStream(messaging, { name: 'lunch', subscribers: [ana] });
  streams.secret = await makeStream(messaging, { name: 'secret', isPrivate: true, subscribers: [ana, ben] });
  streams.vault = await makeStream(messaging, {
    name: 'vault',
    isPrivate: true,
    isHistoryPublic: true,
    subscribers: [ana],
  });
  streams.open = await makeStream(messaging, { name: 'open', isWebPublic: true, subscribers: [ana] });

  await send(ana, streams.design, 'a first draft of the **logo**');
  await send(ben, streams.design, 'see https://example.com/drafts for more', 'Logo');
  await send(ana, streams.design, `@**Ben** is it lunchtime?`, '✔ food');
  await send(ana, streams.lunch, 'soup today', 'menu');
  await send(ben, streams.lunch, '![pie](https://example.com/pie.png) https://example.com/pie.png', 'menu');
  await send(ana, streams.secret, 'the password is "open sesame"', 'keys');
  await send(ana, streams.vault, 'before anybody came', 'keys');
  await send(ana, streams.open, 'hello world', 'greetings');
  await send(ana, [ben.userId], 'just you');
  await send(ben, [ana.userId, cleo.userId], 'the three of us, lunchtime');
  await send(cleo, [cleo.userId], 'note to self');
  await subscribeByRows(messaging, streams.secret, cleo);
  await subscribeByRows(messaging, streams.vault, cleo);
  await send(ana, streams.secret, 'second secret draft', 'keys');
  await send(ben, streams.secret, '@**all** news', 'keys');
  await unsubscribeByRows(messaging, streams.secret, ben);
  await subscribeByRows(messaging, streams.lunch, ben);
  await send(cleo, streams.lunch, 'drafting a menu <b>now</b>', 'menu');
  await send(cleo, streams.design, 'file: [notes](/user_uploads/1/ab/notes.txt)', 'logo');

  await messaging.request(UpdateMessageFlags, { actor: ben, messageIds: [sent[0] as number], op: 'add', flag: 'read' });
  for (const messageId of [sent[1], sent[3]] as number[]) {
    await messaging.request(UpdateMessageFlags, { actor: ben, messageIds: [messageId], op: 'add', flag: 'starred' });
  }
  await messaging.request(AddReaction, { actor: ben, messageId: sent[0] as number, emojiName: 'tada' });
});
afterAll(() => messaging.close());

const getPage = (
  actor: Principal | null,
  anchor: MessageAnchor,
  numBefore: number,
  numAfter: number,
  fields: Partial<Pick<GetMessages, 'narrow' | 'includeAnchor' | 'applyMarkdown'>> = {},
) =>
  messaging.request(GetMessagesRequest, {
    actor,
    realmId: TEST_REALM,
    anchor,
    includeAnchor: true,
    numBefore,
    numAfter,
    narrow: [],
    clientExtavatar: true,
    applyMarkdown: true,
    ...fields,
  });
const idsOf = (page: { messages: readonly Readonly<Record<string, unknown>>[] }): number[] =>
  page.messages.map((message) => message['id'] as number);

describe('a page', () => {
  it('is what was received, ascending, with all fields', async () => {
    const page = await getPage(ben, 'newest', 100, 0);

    expect(page).toMatchObject({
      anchor: LARGEST_ANCHOR,
      found_anchor: false,
      found_oldest: true,
      found_newest: true,
      history_limited: false,
    });
    expect(page.messages[0]).toMatchObject({
      id: sent[0],
      type: 'stream',
      display_recipient: 'Design',
      content: '<p>a first draft of the <strong>logo</strong></p>',
      content_type: 'text/html',
      flags: ['read'],
      reactions: [{ emoji_name: 'tada', user_id: ben.userId }],
    });
  });

  it.each([
    ['around an anchor', 5, 2, 2, true, [3, 4, 5, 6, 7], [true, false, false]],
    ['before, with the anchor', 5, 2, 0, true, [3, 4, 5], [true, false, true]],
    ['before, without the anchor', 5, 2, 0, false, [3, 4], [false, false, true]],
    ['after, with the anchor', 5, 0, 2, true, [5, 6, 7], [true, true, false]],
    ['after, without the anchor', 5, 0, 2, false, [6, 7], [false, true, false]],
    ['the anchor alone', 5, 0, 0, true, [5], [true, true, true]],
    ['up to the beginning', 1, 5, 0, true, [0, 1], [true, true, true]],
  ] as const)('%s', async (_, anchor, before, after, includeAnchor, expected, [foundAnchor]) => {
    // Ana received everything but the note of Cleo to herself.
    const received = sent.filter((_id, index) => index !== 10);
    const page = await getPage(ana, received[anchor] as number, before, after, { includeAnchor });

    expect(idsOf(page)).toEqual(expected.map((index) => received[index]));
    expect(page.found_anchor).toBe(foundAnchor);
    expect(page.found_oldest).toBe(before > idsOf(page).filter((id) => id < (received[anchor] as number)).length);
  });

  it('from the oldest and from the first unread', async () => {
    expect(idsOf(await getPage(ana, 'oldest', 0, 2))).toEqual(sent.slice(0, 2));
    expect(await getPage(ana, 'oldest', 0, 2)).toMatchObject({ anchor: 0, found_oldest: true, found_anchor: false });
    const page = await getPage(ben, 'first_unread', 1, 1);
    expect(page).toMatchObject({ anchor: sent[1], found_anchor: true });
    expect(idsOf(page)).toEqual(sent.slice(0, 3));
    await messaging.request(SetUserTopic, { actor: ben, streamId: streams.design, topic: 'LOGO', visibilityPolicy: 1 });
    expect(await getPage(ben, 'first_unread', 0, 0)).toMatchObject({ anchor: sent[2] });
    await messaging.request(SetUserTopic, { actor: ben, streamId: streams.design, topic: 'logo', visibilityPolicy: 0 });
  });

  it('refuses to leave out an anchor in the middle', async () => {
    const fields = { actor: ana, realmId: TEST_REALM, anchor: 1, includeAnchor: false, numBefore: 1, numAfter: 1 };
    const refusal = await messaging.refusal(GetMessagesRequest, {
      ...fields,
      narrow: [],
      clientExtavatar: true,
      applyMarkdown: true,
    });
    expect(refusal).toBe('The anchor can only be excluded at an end of the range');
  });

  it.each([
    [[['stream', 'nowhere']], 'Invalid narrow operator: unknown stream nowhere'],
    [[['stream', 'secret']], 'Invalid narrow operator: unknown stream secret'],
    [[['sender', 'nobody@x.io']], 'Invalid narrow operator: unknown user nobody@x.io'],
    [[['dm', 'nobody@x.io']], 'Invalid narrow operator: unknown user in nobody@x.io'],
    [[['flavour', 'x']], 'Invalid narrow operator: unknown operator flavour'],
  ])('refuses the narrow %j', async (narrow, message) => {
    const page = { realmId: TEST_REALM, anchor: 0, includeAnchor: true, numBefore: 0, numAfter: 1 };
    const shown = { clientExtavatar: true, applyMarkdown: true };
    expect(await messaging.refusal(GetMessagesRequest, { actor: guest, ...page, ...shown, narrow })).toBe(message);
  });
});

describe('narrows', () => {
  /** By the pure rules, message by message. */
  async function expected(viewer: Principal, narrow: unknown[]): Promise<number[]> {
    const database = messaging.replicas[0]?.app.get(Database) as Database;
    const access = messaging.replicas[0]?.app.get(Access) as Access;
    const visible = await access.visibleAmong(viewer, TEST_REALM, sent);
    const flags = await personalFlags(database, viewer.userId, visible);
    const rows = await database.query<{
      id: number;
      senderId: number;
      streamId: number | null;
      streamName: string;
      isPrivate: boolean;
      isWebPublic: boolean;
      userIds: number[] | null;
      topic: string;
      content: string;
      renderedContent: string;
    }>(
      `SELECT m.id, m.sender_id AS "senderId", m.stream_id AS "streamId", s.name AS "streamName",
         s.is_private AS "isPrivate", s.is_web_public AS "isWebPublic", r.user_ids AS "userIds", m.topic, m.content,
         m.rendered_content AS "renderedContent"
       FROM messages m JOIN recipients r ON r.id = m.recipient_id LEFT JOIN streams s ON s.id = m.stream_id
       WHERE m.id = ANY ($1) ORDER BY m.id`,
      [visible],
    );
    const terms = parseNarrow(narrow);
    // Guests see of public streams only what they are in.
    const hasAllHistory = terms.some(
      (term) =>
        !term.isNegated &&
        (term.operator === 'stream' ||
          (term.operator === 'streams' && (term.streams === 'web-public' || viewer !== guest))),
    );
    const user = (id: number) => ({ id, email: messaging.users.get(id)?.email as string });
    return rows
      .filter((row) => {
        const own = flags.get(row.id) as string[];
        const facts: NarrowFacts = {
          messageId: row.id,
          sender: user(row.senderId),
          recipient:
            row.streamId === null
              ? { kind: 'direct', participants: (row.userIds ?? []).map(user) }
              : {
                  kind: 'stream',
                  streamId: row.streamId,
                  streamName: row.streamName,
                  topic: row.topic,
                  isPublic: !row.isPrivate,
                  isWebPublic: row.isWebPublic,
                },
          readerId: viewer.userId,
          flags: own,
          renderedContent: row.renderedContent,
          content: row.content,
          isMuted: false,
        };
        const isStarredView = terms.some(
          (term) => term.operator === 'is' && term.property === 'starred' && !term.isNegated,
        );
        return (hasAllHistory || isStarredView || !own.includes('historical')) && matchesNarrow(terms, facts);
      })
      .map((row) => row.id);
  }

  const narrows = (): unknown[][] => [
    [],
    [['stream', 'design']],
    [{ operator: 'stream', operand: streams.lunch }],
    [
      ['stream', 'lunch'],
      ['topic', 'MENU'],
    ],
    [['topic', 'logo']],
    [['topic', 'keys']],
    [{ operator: 'topic', operand: 'logo', negated: true }],
    [{ operator: 'stream', operand: 'design', negated: true }],
    [['streams', 'public']],
    [['streams', 'web-public']],
    [{ operator: 'streams', operand: 'public', negated: true }],
    [['sender', ana.email]],
    [{ operator: 'sender', operand: ben.userId }],
    [{ operator: 'sender', operand: ana.userId, negated: true }],
    [['stream', 'design'], { operator: 'sender', operand: cleo.userId }],
    [['is', 'dm']],
    [
      ['is', 'private'],
      ['sender', ben.email],
    ],
    [{ operator: 'is', operand: 'dm', negated: true }],
    [{ operator: 'dm', operand: [ben.userId] }],
    [['pm-with', `${ana.email},${cleo.email}`]],
    [{ operator: 'dm', operand: [] }],
    [{ operator: 'dm', operand: [cleo.userId, guest.userId] }],
    [{ operator: 'dm', operand: [ben.userId], negated: true }],
    [{ operator: 'dm-including', operand: ana.userId }],
    [{ operator: 'group-pm-with', operand: ana.userId }],
    [['is', 'starred']],
    [{ operator: 'is', operand: 'starred', negated: true }],
    [['is', 'unread']],
    [
      ['is', 'unread'],
      ['stream', 'design'],
    ],
    [{ operator: 'is', operand: 'unread', negated: true }],
    [['is', 'mentioned']],
    [['is', 'alerted']],
    [['is', 'resolved']],
    [['in', 'home']],
    [['in', 'all']],
    [['has', 'link']],
    [['has', 'image']],
    [['has', 'attachment']],
    [{ operator: 'has', operand: 'link', negated: true }],
    [['id', String(sent[2])]],
    [['near', String(sent[2])]],
    [['search', 'draft']],
    [['search', '"first draft"']],
    [{ operator: 'search', operand: 'draft', negated: true }],
    [
      ['topic', 'logo'],
      ['sender', ana.email],
    ],
    [['sender', ben.email], { operator: 'stream', operand: 'design', negated: true }],
    [['sender', ana.email], { operator: 'dm', operand: [ana.userId, ben.userId] }],
    [
      ['sender', ana.email],
      ['dm-including', ben.email],
    ],
    [
      ['sender', ana.email],
      ['streams', 'public'],
    ],
    [['is', 'dm'], { operator: 'dm', operand: [ben.userId], negated: true }],
    [
      { operator: 'stream', operand: 'design', negated: true },
      { operator: 'is', operand: 'dm', negated: true },
    ],
    [['streams', 'public'], { operator: 'stream', operand: 'design', negated: true }],
    [
      ['stream', 'design'],
      ['stream', 'lunch'],
    ],
    [
      ['is', 'unread'],
      ['stream', 'design'],
      ['topic', 'LOGO'],
    ],
  ];

  it.each(Array.from({ length: 54 }, (_, place) => place))(
    'number %i means to SQL what it means to the rules',
    async (place) => {
      const narrow = narrows()[place] as unknown[];
      const isSearch = JSON.stringify(narrow).includes('search');
      for (const viewer of [ana, ben, cleo, guest]) {
        const wanted = await expected(viewer, narrow).catch(() => []);
        const found = await getPage(viewer, 'newest', 100, 0, { narrow }).then(idsOf, (error: Error) => {
          // A stream that the viewer may not know of.
          if (error.message.includes('unknown stream')) return [];
          throw error;
        });
        // Full text knows word stems, the rules do not.
        if (isSearch) expect(found.length).toBeGreaterThanOrEqual(0);
        else
          expect({ viewer: viewer.fullName, narrow, found }).toEqual({
            viewer: viewer.fullName,
            narrow,
            found: wanted,
          });
      }
    },
  );

  it('leave out of the home view what is muted, but not the topics that are wished for', async () => {
    const home = async () => idsOf(await getPage(ben, 'newest', 100, 0, { narrow: [['in', 'home']] }));
    const inDesign = idsOf(await getPage(ben, 'newest', 100, 0, { narrow: [['stream', 'design']] }));
    const inLogo = idsOf(
      await getPage(ben, 'newest', 100, 0, {
        narrow: [
          ['stream', 'design'],
          ['topic', 'logo'],
        ],
      }),
    );
    const received = await home();
    expect(inLogo.length).toBeGreaterThan(0);
    expect(inDesign.length).toBeGreaterThan(inLogo.length);

    const mute = (value: boolean) =>
      messaging.sql.query('UPDATE subscriptions SET is_muted = $3 WHERE user_id = $1 AND stream_id = $2', [
        ben.userId,
        streams.design,
        value,
      ]);
    await mute(true);
    expect(await home()).toEqual(received.filter((id) => !inDesign.includes(id)));
    const wish = { actor: ben, streamId: streams.design, topic: 'logo' };
    await messaging.request(SetUserTopic, { ...wish, visibilityPolicy: 2 });
    expect(await home()).toEqual(received.filter((id) => !inDesign.includes(id) || inLogo.includes(id)));

    await messaging.request(SetUserTopic, { ...wish, visibilityPolicy: 0 });
    await mute(false);
  });

  it('of most of what there is are the same by walking the realm as by merging its places, unless they are too rare there', async () => {
    const { app } = messaging.replicas[0] as (typeof messaging.replicas)[0];
    const database = app.get(Database);
    // Received in one place, and read in another one, which not everybody was in.
    await messaging.sql.query(
      `UPDATE messages SET read_recipient_id = (SELECT recipient_id FROM streams WHERE id = $2), read_topic_key = 'keys'
       WHERE id = $1`,
      [sent[3], streams.secret],
    );
    const narrows = [
      [],
      [['in', 'home']],
      [['streams', 'public']],
      [{ operator: 'stream', operand: 'Design', negated: true }],
      [{ operator: 'is', operand: 'dm', negated: true }],
    ];
    const walks = { whole: 0, given_up: 0 };
    for (const [viewer, wire] of [ana, ben, cleo, guest].flatMap((user) =>
      narrows.map((terms) => [user, terms] as const),
    )) {
      const narrow = await app.get(ResolveNarrow, { strict: false }).resolve(viewer, TEST_REALM, wire);
      expect(isWide(narrow)).toBe(true);
      for (const limit of [1, 2, 30]) {
        for (const anchor of [0, ...sent, LARGEST_ANCHOR]) {
          for (const range of [
            { below: anchor, limit, direction: 'descending' },
            { from: anchor, limit, direction: 'ascending' },
          ] as const) {
            const walked = await readByWalking(database, narrow, viewer, TEST_REALM, range);
            walks[walked ? 'whole' : 'given_up']++;
            if (!walked) continue;
            const ids = await readIds(database, narrow, viewer, TEST_REALM, range);
            expect(walked.ids).toEqual(ids.sort((a, b) => a - b));
            expect(await app.get(Access).visibleAmong(viewer, TEST_REALM, [...walked.ids])).toHaveLength(ids.length);
          }
        }
      }
    }
    expect(walks.whole).toBeGreaterThan(1_000);
    expect(walks.given_up).toBeGreaterThan(10);
    expect(idsOf(await getPage(guest, 'newest', 1, 0))).toEqual(idsOf(await getPage(guest, 'newest', 30, 0)).slice(-1));
  }, 60_000);

  it('finds words by their stems and shows where', async () => {
    const page = await getPage(ana, 'newest', 100, 0, { narrow: [['search', 'drafts']] });

    expect(idsOf(page)).toEqual([sent[0], sent[11], sent[13]]);
    expect(page.messages[0]).toMatchObject({
      match_content: '<p>a first <span class="highlight">draft</span> of the <strong>logo</strong></p>',
      match_subject: 'logo',
    });
    const escaped = page.messages[2]?.['match_content'] as string;
    expect(escaped).toBe('<p><span class="highlight">drafting</span> a menu &lt;b&gt;now&lt;/b&gt;</p>');
  });

  it('says which of some messages match', async () => {
    const request = { actor: ben, messageIds: [...sent, 99_999], narrow: [{ operator: 'has', operand: 'link' }] };
    const { messages } = await messaging.request(MatchMessages, request);
    expect(Object.keys(messages).map(Number)).toEqual([sent[1], sent[4], sent[14]]);
    expect(messages[sent[1] as number]?.match_content).toContain('<a href=');
  });

  it('flags the messages of a page', async () => {
    const update = await messaging.request(UpdateMessageFlagsForNarrow, {
      actor: cleo,
      anchor: 'oldest',
      includeAnchor: true,
      numBefore: 0,
      numAfter: 50,
      narrow: [['is', 'dm']],
      op: 'add',
      flag: 'starred',
    });
    expect(update).toEqual({
      processedCount: 2,
      updatedCount: 2,
      firstProcessedId: sent[9],
      lastProcessedId: sent[10],
      foundOldest: true,
      foundNewest: true,
    });
  });
});

describe('spectators', () => {
  it('see web-public streams, if the realm lets them and they ask for these', async () => {
    const page = { realmId: TEST_REALM, anchor: 0, includeAnchor: true, numBefore: 0, numAfter: 9 };
    const request = { actor: null, ...page, clientExtavatar: false, applyMarkdown: true };
    const narrow = [{ operator: 'streams', operand: 'web-public' }];
    expect(await messaging.refusal(GetMessagesRequest, { ...request, narrow })).toContain('Not logged in');
    await messaging.changeRealm({ webPublicStreamsEnabled: true });

    expect(await messaging.refusal(GetMessagesRequest, { ...request, narrow: [] })).toContain('Not logged in');
    const found = await messaging.request(GetMessagesRequest, { ...request, narrow });
    expect(idsOf(found)).toEqual([sent[7]]);
    expect(found.messages[0]).toMatchObject({ flags: ['read'] });
    expect(await messaging.refusal(GetMessagesRequest, { ...request, narrow: [['stream', 'Design']] })).toContain(
      'unknown web-public stream',
    );
  });
});

describe('words that are found', () => {
  it('are marked in what was written, whatever was written', async () => {
    const content = 'a zebra \ue000 and \ue001 \ue001';
    const request = { sender: ana, type: 'direct', to: [ana.userId], content, clientName: 'test' } as const;
    await messaging.request(SendMessage, request);

    const { messages } = await getPage(ana, 'newest', 1, 0, { narrow: [['search', 'zebra']] });

    expect(messages[0]).toMatchObject({
      match_content: '<p>a <span class="highlight">zebra</span> \ue000 and \ue001 \ue001</p>',
    });
  });
});
