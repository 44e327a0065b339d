import {
  type Audience,
  type AvatarSource,
  type ClientEventMapping,
  EmailAddressVisibility,
  isGuest,
  type LoggedEvent,
  type MessageSender,
  MessageSent,
  type MessageSentPayload,
  type OtherReaders,
} from '@chat/contracts';
import { matchesNarrow } from '@chat/narrow';
import type { Batch } from '../queues/batch.js';
import type { LiveQueue } from './live-queue.js';
import type { LiveRealm } from './live-realm.js';
import type { LiveUser } from './live-user.js';
import { MappedEvent } from './mapped-event.js';
import { MessageEvent } from './message-event.js';
import type { SenderAccounts } from './sender-accounts.js';

type AnyMapping = ClientEventMapping<unknown>;

/**
 * Decides which live queues get an event, and in which form. Nothing else decides visibility of events. Results are cached per event,
 * so that all shards of this process share them.
 */
export class FanOut {
  private readonly mappings: ReadonlyMap<string, AnyMapping>;
  private readonly messages = new WeakMap<LoggedEvent, MessageEvent>();
  private readonly mapped = new WeakMap<LoggedEvent, MappedEvent>();

  constructor(
    mappings: readonly AnyMapping[],
    private readonly senders: Pick<SenderAccounts, 'find'>,
    private readonly onFault: (event: LoggedEvent, error: unknown) => void = () => {},
  ) {
    this.mappings = new Map(mappings.map((mapping) => [mapping.source.type, mapping]));
    if (this.mappings.size < mappings.length) throw new Error('Two mappings for one type of domain event.');
  }

  /** Appends the client events of one domain event to `batch`. The realm must have applied the event. */
  deliver(realm: LiveRealm, event: LoggedEvent, batch: Batch): void {
    try {
      if (MessageSent.matches(event)) this.deliverMessage(realm, event, batch);
      else if (this.mappings.has(event.type)) this.deliverMapped(realm, event, batch);
    } catch (error) {
      // Any queue of the realm may miss the event now, so all of them are dropped and their clients register again. The shard goes on.
      this.onFault(event, error);
      for (const user of realm.users.values()) for (const queue of user.queues) batch.dropped.add(queue.queueId);
    }
  }

  private deliverMessage(realm: LiveRealm, event: LoggedEvent<MessageSentPayload>, batch: Batch): void {
    const { recipient } = event.payload;
    const isStream = recipient.kind === 'stream';
    const audience: Audience = isStream
      ? { kind: 'stream', streamId: recipient.streamId }
      : { kind: 'users', userIds: recipient.participants.map(({ id }) => id) };
    const isPublic = isStream && realm.isPublic(recipient.streamId);
    for (const user of audienceIn(realm, audience)) {
      for (const queue of user.queues) this.offerMessage(queue, event, true, isPublic, batch);
    }
    for (const queue of otherQueuesOf(realm, audience)) {
      if (!queue.needsSubscription) this.offerMessage(queue, event, false, isPublic, batch);
    }
  }

  /** A message has no flags for a user outside its audience. */
  private offerMessage(
    queue: LiveQueue,
    event: LoggedEvent<MessageSentPayload>,
    isInAudience: boolean,
    isPublic: boolean,
    batch: Batch,
  ): void {
    if (!queue.wants('message') || queue.hasInState(event)) return;
    const message = this.messageOf(event);
    const { state } = queue.user;
    const flags = isInAudience ? message.flags(state.userId) : [];
    if (queue.narrow.length > 0) {
      if (!matchesNarrow(queue.narrow, message.forReader(state.userId, flags, isPublic))) return;
    }
    batch.append(queue.queueId, message.body(state, queue.traits), message.own(flags, queue.queueId));
  }

  private deliverMapped(realm: LiveRealm, event: LoggedEvent, batch: Batch): void {
    let mapped = this.mapped.get(event);
    if (!mapped) {
      mapped = new MappedEvent(this.mappings.get(event.type) as AnyMapping, event);
      this.mapped.set(event, mapped);
    }
    for (const user of audienceIn(realm, mapped.audience)) {
      for (const queue of user.queues) offerMapped(queue, event, mapped, batch);
    }
    for (const queue of otherQueuesOf(realm, mapped.audience)) offerMapped(queue, event, mapped, batch);
  }

  private messageOf(event: LoggedEvent<MessageSentPayload>): MessageEvent {
    let message = this.messages.get(event);
    if (!message) {
      const { sender } = event.payload;
      const account = this.senders.find(event.realmId, sender.userId) ?? unknownAccount(sender);
      message = new MessageEvent(event.payload, account);
      this.messages.set(event, message);
    }
    return message;
  }
}

function offerMapped(queue: LiveQueue, event: LoggedEvent, mapped: MappedEvent, batch: Batch): void {
  if (queue.hasInState(event)) return;
  for (const { type, body } of mapped.textsFor(queue.user.state, queue.traits)) {
    if (queue.wants(type)) batch.append(queue.queueId, body, '');
  }
}

/** Stands in while the users service does not respond. Its avatar is that of the API email, which every reader may see. */
const unknownAccount = ({ userId, email }: MessageSender): AvatarSource => ({
  userId,
  email,
  deliveryEmail: email,
  emailAddressVisibility: EmailAddressVisibility.Nobody,
  avatarSource: 'G',
  avatarVersion: 1,
});

/** Queues that follow all public streams, of users that are not subscribed to this one. A user that became a guest gets none. */
function* queuesOfUnsubscribed(realm: LiveRealm, streamId: number): Iterable<LiveQueue> {
  if (!realm.isPublic(streamId)) return;
  for (const queue of realm.allPublicQueues) {
    const { role, streamIds } = queue.user.state;
    if (!streamIds.has(streamId) && !isGuest(role)) yield queue;
  }
}

/** Queues outside the audience that get the event because they follow all public streams. */
function* otherQueuesOf(realm: LiveRealm, audience: Audience): Iterable<LiveQueue> {
  if (audience.kind === 'stream') {
    const inAudience = new Set(audience.alsoUsers?.userIds);
    for (const queue of queuesOfUnsubscribed(realm, audience.streamId)) {
      if (!inAudience.has(queue.user.state.userId)) yield queue;
    }
  }
  if (audience.kind !== 'users' || !audience.alsoPublicStream || realm.allPublicQueues.size === 0) return;
  const { streamId, exceptUserIds } = audience.alsoPublicStream;
  const others = new Set([...audience.userIds, ...exceptUserIds]);
  for (const queue of queuesOfUnsubscribed(realm, streamId)) if (!others.has(queue.user.state.userId)) yield queue;
}

/** The users with live queues in an audience. */
function* audienceIn(realm: LiveRealm, audience: Audience): Iterable<LiveUser> {
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
function* usersOf(realm: LiveRealm, userIds: ReadonlySet<number>): Iterable<LiveUser> {
  if (userIds.size > realm.users.size) {
    for (const user of realm.users.values()) if (userIds.has(user.state.userId)) yield user;
    return;
  }
  for (const userId of userIds) {
    const user = realm.users.get(userId);
    if (user) yield user;
  }
}
