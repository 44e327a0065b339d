import { type Audience, isGuest, type OtherReaders } from '@chat/contracts';
import type { LiveQueue } from './live-queue.js';
import type { LiveRealm } from './live-queues.js';
import type { LiveUser } from './live-user.js';

/** Queues outside the audience that get the event because they follow all public streams. */
export function* otherQueuesOf(realm: LiveRealm, audience: Audience): Iterable<LiveQueue> {
  if (audience.kind === 'stream') {
    const inAudience = new Set(audience.alsoUsers?.userIds);
    for (const queue of realm.queuesOfUnsubscribed(audience.streamId)) {
      if (!inAudience.has(queue.user.state.userId)) yield queue;
    }
  }
  if (audience.kind !== 'users' || !audience.alsoPublicStream || realm.allPublicQueues.size === 0) return;
  const { streamId, exceptUserIds } = audience.alsoPublicStream;
  const others = new Set([...audience.userIds, ...exceptUserIds]);
  for (const queue of realm.queuesOfUnsubscribed(streamId)) if (!others.has(queue.user.state.userId)) yield queue;
}

/** The users with live queues in an audience. */
export function* audienceIn(realm: LiveRealm, audience: Audience): Iterable<LiveUser> {
  switch (audience.kind) {
    case 'realm':
      yield* realm.users.values();
      return;
    case 'users':
      yield* usersOf(realm, new Set(audience.userIds));
      return;
    case 'stream':
      yield* realm.subscribersOf(audience.streamId);
      if (audience.alsoUsers) yield* otherReaders(realm, audience.streamId, audience.alsoUsers);
      return;
    case 'stream-metadata':
      yield* metadataReaders(realm, audience);
      return;
    case 'readers':
      for (const user of realm.users.values()) if (audience.test(user.state)) yield user;
  }
}

function* metadataReaders(
  realm: LiveRealm,
  { stream, alsoUserIds = [] }: Extract<Audience, { kind: 'stream-metadata' }>,
): Iterable<LiveUser> {
  const also = new Set(alsoUserIds);
  if (stream.isPrivate) {
    for (const user of realm.subscribersOf(stream.streamId)) also.add(user.state.userId);
    yield* usersOf(realm, also);
    return;
  }
  for (const user of realm.users.values()) {
    const { state } = user;
    if (!isGuest(state.role) || state.streamIds.has(stream.streamId) || also.has(state.userId)) yield user;
  }
}

function* otherReaders(
  realm: LiveRealm,
  streamId: number,
  { userIds, exceptGuests }: OtherReaders,
): Iterable<LiveUser> {
  for (const user of usersOf(realm, new Set(userIds))) {
    const { role, streamIds } = user.state;
    if (!streamIds.has(streamId) && !(exceptGuests && isGuest(role))) yield user;
  }
}

/** Iterates over the shorter of the two: the list or the realm. */
export function* usersOf(realm: LiveRealm, userIds: ReadonlySet<number>): Iterable<LiveUser> {
  if (userIds.size > realm.users.size) {
    for (const user of realm.users.values()) if (userIds.has(user.state.userId)) yield user;
    return;
  }
  for (const userId of userIds) {
    const user = realm.users.get(userId);
    if (user) yield user;
  }
}
