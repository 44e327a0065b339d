import { badNarrow, badRequest, LARGEST_ANCHOR, type Principal, setUserTopic } from '@chat/contracts';
import { type MessageForReader, matchesNarrow, parseNarrow } from '@chat/narrow';
import { Database } from '@chat/persistence';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Access } from '../access/access.js';
import { startHistoryScene } from '../testing/history-scene.js';
import { personalFlags } from '../testing/personal-flags.js';
import { TEST_REALM } from '../testing/test-messaging.js';
import { readIds } from './find-page.js';
import { ResolveNarrow } from './resolve-narrow.js';
import { isWide, readByWalking } from './walked-page.js';

const { messaging, ana, ben, cleo, guest, streams, sent, getPage, idsOf } = await startHistoryScene();
afterAll(() => messaging.close());

/** Messages that meet the narrow by the pure rules. */
async function foundByRules(viewer: Principal, narrow: unknown[]): Promise<number[]> {
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
    hasAttachment: boolean;
  }>(
    `SELECT m.id, m.sender_id AS "senderId", m.stream_id AS "streamId", s.name AS "streamName",
       s.is_private AS "isPrivate", s.is_web_public AS "isWebPublic", r.user_ids AS "userIds", m.topic, m.content,
       m.rendered_content AS "renderedContent",
       EXISTS (SELECT 1 FROM file_claims c WHERE c.message_id = m.id) AS "hasAttachment"
     FROM messages m JOIN recipients r ON r.id = m.recipient_id LEFT JOIN streams s ON s.id = m.stream_id
     WHERE m.id = ANY ($1) ORDER BY m.id`,
    [visible],
  );
  const terms = parseNarrow(narrow, { badRequest, badNarrow });
  // Guests see only the public streams that they are subscribed to.
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
      const states: MessageForReader = {
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
        hasAttachment: row.hasAttachment,
        content: row.content,
        isMuted: false,
      };
      const isStarredView = terms.some(
        (term) => term.operator === 'is' && term.property === 'starred' && !term.isNegated,
      );
      return (hasAllHistory || isStarredView || !own.includes('historical')) && matchesNarrow(terms, states);
    })
    .map((row) => row.id);
}

const NARROWS: readonly unknown[][] = [
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

describe('narrows', () => {
  it.each(NARROWS.map((narrow, place) => ({ place, narrow })))(
    'number $place, $narrow, has the same meaning in SQL and in the rules',
    async ({ narrow }) => {
      const search = parseNarrow(narrow, { badRequest, badNarrow }).find(({ operator }) => operator === 'search');
      for (const viewer of [ana, ben, cleo, guest]) {
        const wanted = await foundByRules(viewer, narrow).catch(() => []);
        const found = await getPage(viewer, 'newest', 100, 0, { narrow }).then(idsOf, (error: Error) => {
          // A stream that the viewer may not know of.
          if (error.message.includes('unknown stream')) return [];
          throw error;
        });
        // Full text search compares words, the rules compare letters: the rules find at least the messages of full text search.
        if (search === undefined)
          expect({ viewer: viewer.fullName, found }).toEqual({ viewer: viewer.fullName, found: wanted });
        else if (search.isNegated) expect(found).toEqual(expect.arrayContaining(wanted));
        else expect(wanted).toEqual(expect.arrayContaining(found));
      }
    },
  );

  it('exclude muted streams from the home view, except their unmuted topics', async () => {
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
    const wish = { streamId: streams.design, topic: 'logo' };
    await messaging.call(setUserTopic, ben, { ...wish, visibilityPolicy: 2 });
    expect(await home()).toEqual(received.filter((id) => !inDesign.includes(id) || inLogo.includes(id)));

    await messaging.call(setUserTopic, ben, { ...wish, visibilityPolicy: 0 });
    await mute(false);
  });

  it('that most messages meet have the same pages by walking the realm as by merging places', async () => {
    const { app } = messaging.replicas[0] as (typeof messaging.replicas)[0];
    const database = app.get(Database);
    // Received in one place, and read in another place with other subscribers.
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
            const walked = await readByWalking(database, { narrow, viewer, realmId: TEST_REALM }, range);
            walks[walked ? 'whole' : 'given_up']++;
            if (!walked) continue;
            const ids = await readIds(database, { narrow, viewer, realmId: TEST_REALM }, range);
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
});
