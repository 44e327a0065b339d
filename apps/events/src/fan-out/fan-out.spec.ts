import {
  type Audience,
  type LoggedEvent,
  MessageSent,
  type MessageSentPayload,
  Role,
  type Stream,
  StreamsInSightChanged,
  UserUpdated,
} from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { Batch } from '../queues/batch.js';
import { OPTIONS } from '../testing/queue-client.js';
import { FanOut } from './fan-out.js';
import { LiveQueue, type QueueMeta } from './live-queue.js';
import { type ChangedStates, LiveRealm } from './live-queues.js';
import { LiveUser, readUserState, UserState, userField } from './live-user.js';
import { applyStateChange } from './state-changes.js';

const MEMBER = 1;
const SUBSCRIBER = 2;
const GUEST = 3;
const SUBSCRIBED_GUEST = 4;
const STREAM = 7;
const publicStream: Stream = {
  streamId: STREAM,
  name: 'design',
  isPrivate: false,
  isWebPublic: false,
  isHistoryPublicToSubscribers: true,
};

function realmWith(options: Partial<QueueMeta['options']> = {}, stamps: QueueMeta['stamps'] = {}): LiveRealm {
  const realm = new LiveRealm(1);
  const users: [number, Role, number[]][] = [
    [MEMBER, Role.Member, []],
    [SUBSCRIBER, Role.Member, [STREAM]],
    [GUEST, Role.Guest, []],
    [SUBSCRIBED_GUEST, Role.Guest, [STREAM]],
  ];
  realm.publicStreams = { realmId: 1, streamIds: new Set([STREAM]), messagingSequence: 0 };
  for (const [userId, role, streamIds] of users) {
    const state = new UserState({
      userId,
      realmId: 1,
      role,
      roleInSight: role,
      isBot: false,
      botOwnerId: null,
      streamIds: new Set(streamIds),
      messagingSequence: 0,
    });
    const meta = { userId, realmId: 1, options: { ...OPTIONS, ...options }, stamps };
    realm.addQueue(new LiveQueue(String(userId), new LiveUser(state), meta));
  }
  return realm;
}

const logged = (type: string, payload: unknown, sequence = 1): LoggedEvent => ({
  service: 'messaging',
  realmId: 1,
  sequence,
  follows: sequence - 1,
  type,
  payload,
  logId: '1-0',
});

/** By queue, the members of each event that no other queue has. */
const queuesOf = (batch: Batch) =>
  batch.lists().flatMap(({ lines, queueIds }) => {
    const own = lines
      .split('\n')
      .slice(0, -1)
      .map((line) => line.slice(line.indexOf(' ') + 1));
    return queueIds.map((queueId) => ({ queueId, own }));
  });
const receivers = (batch: Batch) => queuesOf(batch).map(({ queueId }) => Number(queueId));

function deliver(realm: LiveRealm, event: LoggedEvent, audience: Audience = { kind: 'realm' }): Batch {
  const mapping = {
    source: { type: 'test' } as never,
    audience: () => audience,
    forClient: () => [{ type: 'wire' }],
  };
  const batch = new Batch();
  new FanOut([mapping], { find: () => undefined }).deliver(realm, event, batch);
  return batch;
}

const message = (changes: Partial<MessageSentPayload> = {}) =>
  logged(MessageSent.type, {
    messageId: 5,
    sender: { userId: MEMBER, email: 'a@b.org', fullName: 'A', realmStr: '', isBot: false },
    recipient: { kind: 'stream', recipientId: 1, streamId: STREAM, streamName: 'design', topic: 't' },
    content: 'x',
    renderedContent: '<p>x</p>',
    topicLinks: [],
    mentionedUserIds: [],
    alertWordUserIds: [],
    localEcho: null,
    ...changes,
  });

describe('an audience', () => {
  it.each<[string, Audience, number[]]>([
    ['everybody', { kind: 'realm' }, [MEMBER, SUBSCRIBER, GUEST, SUBSCRIBED_GUEST]],
    ['some users', { kind: 'users', userIds: [GUEST, 99] }, [GUEST]],
    ['a stream’s subscribers', { kind: 'stream', streamId: STREAM }, [SUBSCRIBER, SUBSCRIBED_GUEST]],
    [
      'those who may know of a public stream',
      { kind: 'stream-metadata', stream: publicStream },
      [MEMBER, SUBSCRIBER, SUBSCRIBED_GUEST],
    ],
    [
      'those who may know of a private stream',
      { kind: 'stream-metadata', stream: { ...publicStream, isPrivate: true }, alsoUserIds: [MEMBER] },
      [MEMBER, SUBSCRIBER, SUBSCRIBED_GUEST],
    ],
    ['whoever meets a test', { kind: 'readers', test: ({ role }) => role === Role.Guest }, [GUEST, SUBSCRIBED_GUEST]],
  ])('of %s', (_, audience, expected) => {
    expect(receivers(deliver(realmWith(), logged('test', {}), audience)).sort()).toEqual(expected);
  });

  it('of a moved message includes receivers elsewhere, and guests only if they see the stream', () => {
    const alsoUsers = { userIds: [MEMBER, SUBSCRIBER, GUEST], exceptGuests: true };
    const audience = { kind: 'stream', streamId: STREAM, alsoUsers } as const;
    const toGuests = { ...audience, alsoUsers: { ...alsoUsers, exceptGuests: false } };

    const everybody = [MEMBER, SUBSCRIBER, GUEST, SUBSCRIBED_GUEST];
    expect(receivers(deliver(realmWith(), logged('test', {}), audience)).sort()).toEqual(
      everybody.filter((userId) => userId !== GUEST),
    );
    expect(receivers(deliver(realmWith(), logged('test', {}), toGuests)).sort()).toEqual(everybody);
    // Each queue gets one entry.
    const batch = deliver(realmWith({ allPublicStreams: true }), logged('test', {}), toGuests);
    expect(queuesOf(batch).map(({ own }) => own.length)).toEqual([1, 1, 1, 1]);
  });

  it('of users includes queues for all public streams while the stream is public', () => {
    const audience = (exceptUserIds: number[], streamId = STREAM): Audience => ({
      kind: 'users',
      userIds: [SUBSCRIBER],
      alsoPublicStream: { streamId, exceptUserIds },
    });
    const delivered = (to: Audience, allPublicStreams = true) =>
      receivers(deliver(realmWith({ allPublicStreams }), logged('test', {}), to)).sort();

    expect(delivered(audience([]))).toEqual([MEMBER, SUBSCRIBER]);
    expect(delivered(audience([MEMBER]))).toEqual([SUBSCRIBER]);
    expect(delivered(audience([], 99))).toEqual([SUBSCRIBER]);
    expect(delivered(audience([]), false)).toEqual([SUBSCRIBER]);
  });

  it('uses a new role at once, and its streams after messaging has published them', () => {
    const realm = realmWith();
    const user = realm.users.get(SUBSCRIBED_GUEST) as LiveUser;
    const changed: ChangedStates = new Map();
    const roles = () => {
      const stored = readUserState(changed.get(userField(SUBSCRIBED_GUEST)) as string);
      expect(stored).toEqual(user.state);
      return [user.state.role, user.state.roleInSight];
    };
    const promotion = { role: Role.Member, botOwnerId: null, isActive: true };

    applyStateChange(realm, logged(UserUpdated.type, { userId: SUBSCRIBED_GUEST, user: promotion }), changed);
    expect(roles()).toEqual([Role.Member, Role.Guest]);
    const told = { userId: SUBSCRIBED_GUEST, role: Role.Member, appeared: [], disappeared: [] };
    applyStateChange(realm, logged(StreamsInSightChanged.type, told), changed);
    expect(roles()).toEqual([Role.Member, Role.Member]);
    expect([STREAM, 99].map((streamId) => user.state.isSubscribedTo(streamId))).toEqual([true, false]);
  });

  it('gets no older list of muted topics in queues that name the newer event', () => {
    const types = (eventTypes: string[] | null): number => {
      const mapping = {
        source: { type: 'test' } as never,
        audience: (): Audience => ({ kind: 'users', userIds: [MEMBER] }),
        forClient: () => [{ type: 'muted_topics' }, { type: 'user_topic' }],
      };
      const batch = new Batch();
      new FanOut([mapping], { find: () => undefined }).deliver(realmWith({ eventTypes }), logged('test', {}), batch);
      return queuesOf(batch)[0]?.own.length ?? 0;
    };
    expect([null, ['muted_topics'], ['muted_topics', 'user_topic']].map(types)).toEqual([2, 1, 1]);
  });

  it('gets only events of the chosen types that the registered state does not contain', () => {
    expect(receivers(deliver(realmWith({ eventTypes: ['other'] }), logged('test', {})))).toEqual([]);
    expect(receivers(deliver(realmWith({}, { messaging: 4 }), logged('test', {}, 4)))).toEqual([]);
    expect(receivers(deliver(realmWith({}, { messaging: 4 }), logged('test', {}, 5)))).toHaveLength(4);
  });
});

describe('a message', () => {
  it('goes to subscribers, and to queues for all public streams except those of guests', () => {
    expect(receivers(deliver(realmWith(), message()))).toEqual([SUBSCRIBER, SUBSCRIBED_GUEST]);
    expect(receivers(deliver(realmWith({ allPublicStreams: true }), message())).sort()).toEqual([
      MEMBER,
      SUBSCRIBER,
      SUBSCRIBED_GUEST,
    ]);
  });

  it.each([
    ['topic', 'T', true],
    ['topic', 'other', false],
    ['stream', 'other', false],
    ['sender', 'a@b.org', true],
    ['sender', 'b@b.org', false],
    ['-topic', 'other', true],
    ['-topic', 't', false],
    ['is', 'dm', false],
  ])('with the narrow %s:%s goes to subscribers and their public streams: %s', (operator, operand, isReceived) => {
    const narrow = [[operator, operand]];
    const subscribers = [SUBSCRIBER, SUBSCRIBED_GUEST];

    expect(receivers(deliver(realmWith({ narrow }), message()))).toEqual(isReceived ? subscribers : []);
    const everywhere = receivers(deliver(realmWith({ narrow, allPublicStreams: true }), message()));
    expect(everywhere.sort()).toEqual(isReceived ? [MEMBER, ...subscribers] : []);
  });

  it('goes to no queue without messages, and to no ended one', () => {
    const realm = realmWith({ allPublicStreams: true });
    const queues = [...realm.users.values()].flatMap((user) => [...user.queues]);
    for (const queue of queues) realm.removeQueue(queue, new Map());

    expect(receivers(deliver(realm, message()))).toEqual([]);
    expect(receivers(deliver(realmWith({ eventTypes: ['reaction'], allPublicStreams: true }), message()))).toEqual([]);
  });

  it('goes to subscribers only if the queue has a stream narrow', () => {
    const realm = realmWith({ allPublicStreams: true, narrow: [['stream', 'Design']] });

    expect(receivers(deliver(realm, message())).sort()).toEqual([SUBSCRIBER, SUBSCRIBED_GUEST]);
  });

  it('sent directly goes to its participants', () => {
    const participants = [MEMBER, GUEST].map((id) => ({ id, email: `${id}@b.org`, fullName: '' }));

    const batch = deliver(realmWith(), message({ recipient: { kind: 'direct', recipientId: 2, participants } }));

    expect(receivers(batch)).toEqual([MEMBER, GUEST]);
    expect(JSON.parse(`{${batch.bodies[0]}}`)).toMatchObject({
      type: 'message',
      message: {
        type: 'private',
        subject: '',
        display_recipient: [{ id: MEMBER, is_mirror_dummy: false }, { id: GUEST }],
      },
    });
  });

  it('carries the local id for the queue that sent it, and each reader’s flags', () => {
    const batch = deliver(
      realmWith(),
      message({ localEcho: { queueId: String(SUBSCRIBER), localId: '7"' }, mentionedUserIds: [SUBSCRIBED_GUEST] }),
    );

    expect(queuesOf(batch).map(({ queueId, own }) => [queueId, JSON.parse(`{${own[0]}}`)])).toEqual([
      [String(SUBSCRIBER), { flags: [], local_message_id: '7"', local_id: '7"' }],
      [String(SUBSCRIBED_GUEST), { flags: ['mentioned'] }],
    ]);
    expect(batch.bodies).toHaveLength(1);
  });

  it('has no flags for a user outside the audience', () => {
    const batch = deliver(
      realmWith({ allPublicStreams: true }),
      message({ wildcardMentioned: true, mentionedUserIds: [MEMBER] }),
    );

    const flags = queuesOf(batch).map(({ queueId, own }) => [queueId, JSON.parse(`{${own[0]}}`).flags]);
    expect(Object.fromEntries(flags)).toMatchObject({ [MEMBER]: [], [SUBSCRIBER]: ['wildcard_mentioned'] });
  });

  it('that cannot be made into an event ends the queues that would miss it', () => {
    const batch = deliver(realmWith(), message({ mentionedUserIds: undefined as never, alertWordUserIds: 5 as never }));

    expect([...batch.dropped].sort()).toEqual(['1', '2', '3', '4']);
    expect(queuesOf(batch)).toEqual([]);
  });
});
