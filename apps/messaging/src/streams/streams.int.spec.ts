import {
  addDefaultStream,
  archiveStream,
  DefaultStreamsChanged,
  type DomainEventType,
  getStreamId,
  getStreamMembers,
  getStreams,
  getStreamTopics,
  MessageSent,
  type Principal,
  Role,
  StreamArchived,
  type StreamChange,
  StreamsInSightChanged,
  StreamUpdated,
  setUserTopic,
  TopicVisibility,
  UserTopicChanged,
  UserUpdated,
  unsubscribeFromStreams,
  updateStream,
} from '@chat/contracts';
import { decodeLogEntry, partitionOf, stateEventsKey } from '@chat/event-log';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendToStream, subscribe } from '../testing/requests.js';
import { TEST_REALM, TestMessaging } from '../testing/test-messaging.js';

let messaging: TestMessaging;
let owner: Principal;
let admin: Principal;
let ana: Principal;
let guest: Principal;

beforeAll(async () => {
  messaging = await TestMessaging.start();
  owner = await messaging.addUser({ role: Role.Owner, fullName: 'Olga' });
  admin = await messaging.addUser({ role: Role.Administrator, fullName: 'Ada' });
  ana = await messaging.addUser({ fullName: 'Ana' });
  guest = await messaging.addUser({ role: Role.Guest });
}, 60_000);
afterAll(() => messaging?.close());

/** The greatest id below. */
const justBefore = (logId: string): string => {
  const [ms, place] = logId.split('-').map(Number) as [number, number];
  return place > 0 ? `${ms}-${place - 1}` : `${ms - 1}-${Number.MAX_SAFE_INTEGER}`;
};

async function lastOf<Payload>(type: DomainEventType<string, Payload>): Promise<Payload | undefined> {
  return (await messaging.events())
    .filter(type.matches)
    .map((event) => event.payload as Payload)
    .at(-1);
}

async function makeStream(name: string, actor = ana, properties = {}): Promise<number> {
  await subscribe(messaging, actor, [name], { properties });
  const { rows } = await messaging.sql.query('SELECT id FROM streams WHERE name = $1 AND archived_at IS NULL', [name]);
  return Number(rows[0].id);
}

const update = (streamId: number, change: Partial<StreamChange>, actor = admin) =>
  messaging.call(updateStream, actor, { streamId, ...change });
const refusal = (streamId: number, change: Partial<StreamChange>, actor = admin) =>
  messaging.callError(updateStream, actor, { streamId, ...change });

describe('changing a stream', () => {
  it('publishes new values, former values and the subscribers', async () => {
    const streamId = await makeStream('kitchen');

    await update(streamId, { newName: ' Canteen ', description: 'Lunch', postPolicy: 4 });

    expect(await lastOf(StreamUpdated)).toMatchObject({
      stream: { name: 'Canteen', description: 'Lunch', renderedDescription: '<p>Lunch</p>', postPolicy: 4 },
      previous: { name: 'kitchen', description: '', postPolicy: 1 },
      actorId: admin.userId,
      subscriberIds: null,
    });
    const notices = (await messaging.events()).filter(MessageSent.matches).slice(-3);
    expect(notices.map(({ payload }) => payload.content.split('\n')[0])).toEqual([
      `@_**Ada|${admin.userId}** renamed stream **kitchen** to **Canteen**.`,
      `@_**Ada|${admin.userId}** changed the description for this stream.`,
      `@_**Ada|${admin.userId}** changed the posting permissions for this stream:`,
    ]);
    expect(
      notices.every(
        ({ payload }) => payload.recipient.kind === 'stream' && payload.recipient.topic === 'stream events',
      ),
    ).toBe(true);
  });

  it('publishes no event without a change', async () => {
    const streamId = await makeStream('same');
    const before = (await messaging.events()).length;

    await update(streamId, { description: '', postPolicy: 1 });

    expect(await messaging.events()).toHaveLength(before);
  });

  it('accepts the deprecated form of the post policy', async () => {
    const streamId = await makeStream('announcements');

    await update(streamId, { isAnnouncementOnly: true, postPolicy: 4 });
    expect(await lastOf(StreamUpdated)).toMatchObject({ stream: { postPolicy: 2 } });

    await update(streamId, { isAnnouncementOnly: false });
    expect(await lastOf(StreamUpdated)).toMatchObject({ stream: { postPolicy: 1 } });
  });

  it('frees the old name, and lets one of several simultaneous requests have the new one', async () => {
    const [first, second] = [await makeStream('a1'), await makeStream('a2')];

    const outcomes = await Promise.allSettled([
      update(first, { newName: 'Best' }),
      update(second, { newName: 'BEST' }),
    ]);

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(String(failed?.status === 'rejected' && failed.reason)).toMatch(/Stream name 'best' is already taken\.$/i);
  });

  it('accepts a new letter case of the name', async () => {
    const streamId = await makeStream('case');

    await update(streamId, { newName: 'Case' });

    expect(await messaging.call(getStreamId, ana, { stream: 'CASE' })).toEqual({ stream_id: streamId });
  });

  it.each([
    ['the same name', { newName: 'target' }, 'Stream already has that name!'],
    ['a taken name', { newName: 'Canteen' }, "Stream name 'Canteen' is already taken."],
    ['no name', { newName: ' ' }, "Stream name can't be empty!"],
    ['too long a name', { newName: '😀'.repeat(61) }, 'Stream name too long (limit: 60 characters).'],
    ['public without public history', { isHistoryPublicToSubscribers: false }, 'Invalid parameters'],
    ['private and web-public', { isPrivate: true, isWebPublic: true }, 'Invalid parameters'],
    ['web-public where that is off', { isWebPublic: true }, 'Web-public streams are not enabled.'],
    ['retention by others than owners', { messageRetentionDays: 5 }, 'Must be an organization owner'],
    ['an unknown group', { canRemoveSubscribersGroupId: 77 }, 'Invalid user group'],
    [
      'the owners',
      { canRemoveSubscribersGroupId: 7 },
      "'can_remove_subscribers_group' setting cannot be set to '@role:owners' group.",
    ],
  ])('is rejected with %s', async (_, change, text) => {
    const streamId = await makeStream('target');

    expect(await refusal(streamId, change)).toBe(text);
  });

  it('needs an administrator, and retention an owner', async () => {
    const streamId = await makeStream('rights');

    expect(await refusal(streamId, { description: 'x' }, ana)).toBe('Must be an organization administrator');
    await update(streamId, { messageRetentionDays: 'unlimited' }, owner);
    expect(await lastOf(StreamUpdated)).toMatchObject({ stream: { messageRetentionDays: -1 } });
    await update(streamId, { messageRetentionDays: 'realm_default' }, owner);
    expect(await lastOf(StreamUpdated)).toMatchObject({ stream: { messageRetentionDays: null } });
  });

  it('lets administrators without a subscription rename private streams, but not open them', async () => {
    const streamId = await makeStream('hidden', ana, { isPrivate: true });

    await update(streamId, { newName: 'well hidden' });
    expect(await lastOf(StreamUpdated)).toMatchObject({ subscriberIds: [ana.userId] });
    expect(await refusal(streamId, { isPrivate: false })).toBe('Invalid stream ID');
    expect(await refusal(streamId, { canRemoveSubscribersGroupId: 4 })).toBe('Invalid stream ID');

    await subscribe(messaging, ana, ['well hidden'], { principals: [admin.userId] });
    await update(streamId, { isPrivate: false });
    expect(await lastOf(StreamUpdated)).toMatchObject({
      stream: { isPrivate: false, isHistoryPublicToSubscribers: true },
      previous: { isPrivate: true, isHistoryPublicToSubscribers: false },
      subscriberIds: [admin.userId, ana.userId].sort((a, b) => a - b),
    });
  });

  it('rejects private default streams', async () => {
    const streamId = await makeStream('for all');
    await messaging.call(addDefaultStream, admin, { streamId });
    await subscribe(messaging, admin, ['for all']);

    expect(await refusal(streamId, { isPrivate: true })).toBe('Default streams cannot be made private.');
  });
});

describe('archiving a stream', () => {
  it('ends all subscriptions, frees the name and removes the stream from the defaults', async () => {
    const streamId = await makeStream('old');
    await messaging.call(addDefaultStream, admin, { streamId });

    await messaging.call(archiveStream, admin, { streamId });

    expect(await lastOf(StreamArchived)).toMatchObject({ stream: { streamId }, subscriberIds: [ana.userId] });
    expect((await lastOf(DefaultStreamsChanged))?.streams.map((stream) => stream.name)).not.toContain('old');
    expect(await makeStream('old', owner)).toBeGreaterThan(streamId);
    expect(await messaging.callError(archiveStream, admin, { streamId })).toBe('Stream is already deactivated');
    expect(await messaging.callError(archiveStream, admin, { streamId: 999_999 })).toBe('Invalid stream ID');
  });
});

describe('lists of streams', () => {
  const NO_FILTER = {
    includePublic: false,
    includeWebPublic: false,
    includeSubscribed: false,
    includeAllActive: false,
    includeDefault: false,
    includeOwnerSubscribed: false,
  };
  const names = async (actor: Principal, filters: Partial<typeof NO_FILTER>) =>
    (await messaging.call(getStreams, actor, { ...NO_FILTER, ...filters })).streams.map((stream) => stream.name);

  it('have the matches of each filter, by name', async () => {
    await makeStream('private of owner', owner, { isPrivate: true });
    await subscribe(messaging, ana, ['guests too'], { principals: [guest.userId] });

    expect(await names(ana, {})).toEqual([]);
    expect(await names(ana, { includePublic: true })).not.toContain('private of owner');
    expect(await names(guest, { includePublic: true, includeSubscribed: true })).toEqual(['guests too']);
    expect(await names(admin, { includeAllActive: true })).toContain('private of owner');
    expect(await names(ana, { includeDefault: true })).toEqual(['for all']);
    const all = await names(owner, { includePublic: true, includeSubscribed: true });
    expect(all).toEqual([...all].sort((a, b) => String(a).toLowerCase().localeCompare(String(b).toLowerCase())));
  });

  it('have the streams of a bot’s owner', async () => {
    const bot = await messaging.addUser({ isBot: true, botOwnerId: owner.userId });

    expect(await names(bot, { includeOwnerSubscribed: true })).toContain('private of owner');
    expect(await names(bot, { includeSubscribed: true })).toEqual([]);
  });

  it('have the number of active subscribers of each stream if a client wants it', async () => {
    const gone = await messaging.addUser();
    await subscribe(messaging, ana, ['counted'], { principals: [ana.userId, owner.userId, gone.userId] });
    await makeStream('left by all');
    await messaging.call(unsubscribeFromStreams, ana, { subscriptions: ['left by all'] });
    const counts = async (includeSubscriberCount: boolean) => {
      const filters = { ...NO_FILTER, includePublic: true, includeSubscriberCount };
      const { streams } = await messaging.call(getStreams, ana, filters);
      const countOf = (name: string) => streams.find((stream) => stream.name === name)?.subscriber_count;
      return [countOf('counted'), countOf('left by all')];
    };

    expect(await counts(true)).toEqual([3, 0]);
    expect(await counts(false)).toEqual([undefined, undefined]);
    await messaging.changeUser(gone.userId, { isActive: false });
    expect(await counts(true)).toEqual([2, 0]);
  });

  it('of all streams need an administrator', async () => {
    const filters = { ...NO_FILTER, includeAllActive: true };
    expect(await messaging.callError(getStreams, ana, filters)).toBe('User not authorized for this query');
  });

  it('of subscribers need a visible stream', async () => {
    const { rows } = await messaging.sql.query("SELECT id FROM streams WHERE name = 'private of owner'");
    const streamId = Number(rows[0].id);

    expect(await messaging.call(getStreamMembers, admin, { streamId })).toEqual({
      subscribers: [owner.userId],
    });
    expect(await messaging.callError(getStreamMembers, ana, { streamId })).toBe('Invalid stream ID');
  });
});

describe('a change of role', () => {
  it('publishes which streams appear and disappear', async () => {
    const streamId = await makeStream('seen by members', ana);
    const inside = await makeStream('seen anyway', ana);
    const climber = await messaging.addUser({ role: Role.Guest });
    await subscribe(messaging, ana, ['seen anyway'], { principals: [climber.userId] });
    const muted = { streamId: inside, topic: 'tea', visibilityPolicy: TopicVisibility.Muted };
    await messaging.call(setUserTopic, climber, { ...muted });
    const published = (role: Role) =>
      eventually(async () => {
        const changes = (await messaging.events()).filter(StreamsInSightChanged.matches).map(({ payload }) => payload);
        const mine = changes.filter(({ userId }) => userId === climber.userId);
        return mine.length === (role === Role.Member ? 1 : 2) && mine.at(-1);
      });

    await messaging.changeUser(climber.userId, { role: Role.Member });
    const up = await published(Role.Member);
    await messaging.changeUser(climber.userId, { role: Role.Guest });
    const down = await published(Role.Guest);

    expect([up.role, down.role]).toEqual([Role.Member, Role.Guest]);
    const visibilities = (await messaging.events())
      .filter(UserTopicChanged.matches)
      .map(({ payload }) => payload.userTopic);
    // Also for existing subscriptions: one made after the promotion published no topic visibility.
    expect(visibilities.filter(({ streamId }) => streamId === inside)).toMatchObject([muted, muted]);
    const appeared = up.appeared.map(({ stream }) => stream.streamId);
    expect(appeared).toContain(streamId);
    expect(appeared).not.toContain(inside);
    expect(up.appeared.find(({ stream }) => stream.streamId === streamId)).toMatchObject({
      subscriberIds: [ana.userId],
    });
    expect(down.disappeared.map((stream) => stream.streamId)).toEqual(appeared);
  });

  it('that was reverted publishes the current role, even if its event is handled last', async () => {
    const wanderer = await messaging.addUser({ role: Role.Guest });
    const published = (times: number) =>
      eventually(async () => {
        const changes = (await messaging.events()).filter(StreamsInSightChanged.matches).map(({ payload }) => payload);
        const mine = changes.filter(({ userId }) => userId === wanderer.userId);
        return mine.length === times && mine.at(-1);
      });
    const { redis } = messaging.redis;
    const states = stateEventsKey(partitionOf(TEST_REALM));
    await messaging.changeUser(wanderer.userId, { role: Role.Member });
    await published(1);
    await messaging.changeUser(wanderer.userId, { role: Role.Guest });
    await published(2);

    // The group gets the first change once more, and not the second.
    const changes = (await redis.xrange(states, '-', '+')).map(decodeLogEntry).filter(UserUpdated.matches).slice(-2);
    await redis.xdel(states, ...changes.map(({ logId }) => logId).slice(1));
    await redis.xgroup('SETID', states, 'messaging-role-changes', justBefore(changes[0]?.logId as string));
    await messaging.changeUser(wanderer.userId, { fullName: 'Whoever wakes the reader' });

    expect(await published(3)).toMatchObject({ role: Role.Guest, appeared: [] });
  });
});

describe('the first message and the topics of a stream', () => {
  it('are published with the first message, and listed newest first in any letter case', async () => {
    const streamId = await makeStream('talk');
    const first = (await messaging.sql.query('SELECT first_message_id AS id FROM streams WHERE id = $1', [streamId]))
      .rows[0];
    const one = await sendToStream(messaging, ana, 'talk', 'Alpha', '1');
    const two = await sendToStream(messaging, ana, 'talk', 'beta', '2');
    const three = await sendToStream(messaging, ana, 'talk', 'ALPHA', '3');

    const { topics } = await messaging.call(getStreamTopics, ana, { streamId });

    expect(Number(first.id)).toBeLessThan(one);
    expect(topics).toEqual([
      { name: 'ALPHA', max_id: three },
      { name: 'beta', max_id: two },
      { name: 'stream events', max_id: Number(first.id) },
    ]);
    const published = (await messaging.events()).filter(StreamUpdated.matches).map(({ payload }) => payload);
    expect(published.filter(({ stream }) => stream.streamId === streamId)).toMatchObject([
      { previous: { firstMessageId: null }, stream: { firstMessageId: Number(first.id) } },
    ]);
  });
});
