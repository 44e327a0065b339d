import {
  archiveStream,
  FindReadableStreams,
  getMessage,
  getStream,
  getStreamTopics,
  historyScope,
  mayReadStream,
  type Principal,
  Role,
  type StreamProperties,
  unsubscribeFromStreams,
} from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendDirect, sendToStream, subscribe } from '../testing/requests.js';
import { TestMessaging } from '../testing/test-messaging.js';

let messaging: TestMessaging;
let owner: Principal;
const viewers = new Map<string, Principal | null>();

const KINDS: Record<string, StreamProperties> = {
  'web-public': { isWebPublic: true },
  public: {},
  'private, shared history': { isPrivate: true, isHistoryPublicToSubscribers: true },
  'private, protected history': { isPrivate: true },
};
const RELATIONS = ['never subscribed', 'subscribed since', 'unsubscribed', 'came back'] as const;
const VIEWERS = ['spectator', 'guest', 'member', 'moderator', 'administrator', 'owner’s equal'] as const;

/** A stream per kind and relation, with a message from before, during and after the first subscription, and one from now. */
interface Story {
  readonly streamId: number;
  readonly messages: Record<'before' | 'during' | 'after' | 'now', number>;
}
const stories = new Map<string, Story>();

beforeAll(async () => {
  messaging = await TestMessaging.start();
  await messaging.changeRealm({ webPublicStreamsEnabled: true, createWebPublicStreamPolicy: 7 });
  owner = await messaging.addUser({ role: Role.Owner });
  const roles = [Role.Guest, Role.Member, Role.Moderator, Role.Administrator, Role.Owner];
  viewers.set('spectator', null);
  for (const [place, role] of roles.entries()) {
    viewers.set(VIEWERS[place + 1] as string, await messaging.addUser({ role }));
  }
  for (const kind of Object.keys(KINDS)) for (const relation of RELATIONS) await tell(kind, relation);
}, 120_000);
afterAll(() => messaging?.close());

async function tell(kind: string, relation: (typeof RELATIONS)[number]): Promise<void> {
  const name = `${kind} ${relation}`;
  const principals = [...viewers.values()].flatMap((viewer) => (viewer ? [viewer.userId] : []));
  await subscribe(messaging, owner, [name], { properties: KINDS[kind] ?? {} });
  const say = () => sendToStream(messaging, owner, name, 'topic', 'said');
  const before = await say();
  if (relation !== 'never subscribed') await subscribe(messaging, owner, [name], { principals });
  const during = await say();
  const leaves = relation === 'unsubscribed' || relation === 'came back';
  if (leaves) await messaging.call(unsubscribeFromStreams, owner, { subscriptions: [name], principals });
  const after = await say();
  if (relation === 'came back') await subscribe(messaging, owner, [name], { principals });
  const now = await say();
  const { rows } = await messaging.sql.query('SELECT id FROM streams WHERE name = $1', [name]);
  stories.set(name, { streamId: Number(rows[0].id), messages: { before, during, after, now } });
}

const canRead = (viewer: Principal | null, messageId: number): Promise<boolean> =>
  messaging.call(getMessage, viewer, { messageId, applyMarkdown: true, clientExtavatar: true }).then(
    () => true,
    (error: Error) => {
      expect(error.message).toBe('Invalid message(s)');
      return false;
    },
  );

/** The table in libs/contracts/src/streams/stream-access.ts. */
function expected(who: string, kind: string, relation: string): Record<string, boolean> {
  const nothing = { before: false, during: false, after: false, now: false };
  const everything = { before: true, during: true, after: true, now: true };
  if (kind === 'web-public') return everything;
  if (who === 'spectator') return nothing;
  if (kind === 'public' && who !== 'guest') return everything;
  if (relation === 'never subscribed' || relation === 'unsubscribed') return nothing;
  if (kind !== 'private, protected history') return everything;
  return relation === 'came back'
    ? { before: false, during: true, after: false, now: true }
    : { before: false, during: true, after: true, now: true };
}

describe.each(Object.keys(KINDS))('the messages of a %s stream', (kind) => {
  describe.each(RELATIONS)('for a user that %s', (relation) => {
    it.each(VIEWERS)('as %s', async (who) => {
      const viewer = viewers.get(who) ?? null;
      const story = stories.get(`${kind} ${relation}`) as Story;

      const seen: Record<string, boolean> = {};
      for (const [when, id] of Object.entries(story.messages)) seen[when] = await canRead(viewer, id);

      expect(seen).toEqual(expected(who, kind, relation));
      // The two forms of the rules agree: every reader of the stream sees the newest message.
      const isSubscribed = viewer !== null && (relation === 'subscribed since' || relation === 'came back');
      const permissions = {
        isPrivate: kind.startsWith('private'),
        isWebPublic: kind === 'web-public',
        isHistoryPublicToSubscribers: kind !== 'private, protected history',
      };
      expect(seen['now']).toBe(mayReadStream(viewer, permissions, isSubscribed));
      expect(seen['before']).toBe(historyScope(viewer, permissions, isSubscribed) === 'all');
    });
  });
});

describe('invitations', () => {
  it.each(VIEWERS.slice(1))('may include the streams that the inviter may read, as %s', async (who) => {
    const actor = viewers.get(who) as Principal;
    const streamIds = [99_999, ...[...stories.values()].map((story) => story.streamId)];

    const readable = await messaging.request(FindReadableStreams, { realmId: actor.realmId, actor, streamIds });

    const expectedIds = [...stories].flatMap(([name, { streamId }]) => {
      const relation = RELATIONS.find((one) => name.endsWith(one)) as string;
      return expected(who, name.slice(0, -relation.length - 1), relation)['now'] ? [streamId] : [];
    });
    expect(readable.streamIds).toEqual(expectedIds);
  });
});

describe('a private stream without a subscription', () => {
  it('does not exist for members, and shows only metadata to administrators', async () => {
    const { streamId } = stories.get('private, shared history never subscribed') as Story;
    const member = viewers.get('member') as Principal;
    const administrator = viewers.get('administrator') as Principal;

    const missing = await messaging.callError(getStream, member, { streamId: 99_999 });
    expect(await messaging.callError(getStream, member, { streamId })).toBe(missing);
    expect(await messaging.callError(getStreamTopics, administrator, { streamId })).toBe(missing);
    expect(await messaging.call(getStream, administrator, { streamId })).toMatchObject({
      stream: { stream_id: streamId, invite_only: true },
    });
  });
});

describe('topics', () => {
  it('have visible messages, and the newest visible id', async () => {
    const { streamId, messages } = stories.get('private, protected history unsubscribed') as Story;
    await sendToStream(messaging, owner, streamId, 'another', 'later');
    const cameBack = stories.get('private, protected history came back') as Story;
    const member = viewers.get('member') as Principal;

    const seen = (id: number, actor: Principal) => messaging.call(getStreamTopics, actor, { streamId: id });
    expect((await seen(cameBack.streamId, member)).topics).toEqual([{ name: 'topic', max_id: cameBack.messages.now }]);
    const all = (await seen(streamId, owner)).topics.map((topic) => topic.name);
    expect(all).toEqual(['another', 'topic', 'stream events']);
    expect(messages.now).toBeGreaterThan(messages.before);
  });
});

describe('a direct message', () => {
  it('is visible only to its participants, even for owners', async () => {
    const member = viewers.get('member') as Principal;
    const guest = viewers.get('guest') as Principal;
    const id = await sendDirect(messaging, member, [guest.userId], 'between us');

    expect(await canRead(member, id)).toBe(true);
    expect(await canRead(guest, id)).toBe(true);
    expect(await canRead(owner, id)).toBe(false);
    expect(await canRead(null, id)).toBe(false);
  });
});

describe('an archived stream', () => {
  it('is invisible to all users, with its messages', async () => {
    const { streamId, messages } = stories.get('public subscribed since') as Story;

    await messaging.call(archiveStream, owner, { streamId });

    expect(await canRead(owner, messages.now)).toBe(false);
    expect(await messaging.callError(getStream, owner, { streamId })).toBe('Invalid stream ID');
    const { streamIds } = await messaging.request(FindReadableStreams, {
      realmId: owner.realmId,
      actor: owner,
      streamIds: [streamId],
    });
    expect(streamIds).toEqual([]);
  });
});
