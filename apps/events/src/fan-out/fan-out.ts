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
import type { Batch } from './batch.js';
import type { LiveQueue } from './live-queue.js';
import type { LiveRealm } from './live-realm.js';
import type { LiveUser } from './live-user.js';
import { MappedEvent } from './mapped-event.js';
import { MessageEvent } from './message-event.js';
import type { SenderAccounts } from './sender-accounts.js';

type AnyMapping = ClientEventMapping<unknown>;

/**
 * Decides which live queues get an event, and what they get: the one place where events meet readers. What is made of an event
 * is remembered with it, so that it is made once for all shards of this process.
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

  /** Appends what the event means for the realm's queues to `batch`. The realm has applied the event already. */
  deliver(realm: LiveRealm, event: LoggedEvent, batch: Batch): void {
    try {
      if (MessageSent.matches(event)) this.deliverMessage(realm, event, batch);
      else if (this.mappings.has(event.type)) this.deliverMapped(realm, event, batch);
    } catch (error) {
      // Who should have got what cannot be told. A queue never goes on with a hole in it, and one bad event must not stop the
      // shard: the realm's clients register again.
      this.onFault(event, error);
      for (const user of realm.users.values()) for (const queue of user.queues) batch.dropped.add(queue.queueId);
    }
  }

  private deliverMessage(realm: LiveRealm, event: LoggedEvent<MessageSentPayload>, batch: Batch): void {
    const { recipient } = event.payload;
    if (recipient.kind === 'direct') {
      for (const user of usersOf(realm, new Set(recipient.participants.map(({ id }) => id)))) {
        for (const queue of user.queues) this.offerMessage(queue, event, 'receiver', false, batch);
      }
      return;
    }
    const isPublic = realm.isPublic(recipient.streamId);
    for (const user of realm.subscribersOf(recipient.streamId)) {
      for (const queue of user.queues) this.offerMessage(queue, event, 'receiver', isPublic, batch);
    }
    for (const queue of queuesOfUnsubscribed(realm, recipient.streamId)) {
      if (!queue.needsSubscription) this.offerMessage(queue, event, 'onlooker', isPublic, batch);
    }
  }

  /** To an onlooker, who is not in the stream, the message is not addressed: it has no flags. */
  private offerMessage(
    queue: LiveQueue,
    event: LoggedEvent<MessageSentPayload>,
    as: 'receiver' | 'onlooker',
    isPublic: boolean,
    batch: Batch,
  ): void {
    if (!queue.wants('message') || queue.hasInState(event)) return;
    const message = this.messageOf(event);
    const { reader } = queue.user;
    const flags = as === 'receiver' ? message.flags(reader.userId) : [];
    if (queue.narrow.length > 0) {
      if (!matchesNarrow(queue.narrow, message.forReader(reader.userId, flags, isPublic))) return;
    }
    batch.append(queue.queueId, message.body(reader, queue.traits), message.own(flags, queue.queueId));
  }

  private deliverMapped(realm: LiveRealm, event: LoggedEvent, batch: Batch): void {
    const mapped = this.mappedOf(event);
    for (const user of audienceIn(realm, mapped.audience)) {
      for (const queue of user.queues) {
        if (!queue.hasInState(event)) this.offerMapped(queue, mapped, batch);
      }
    }
    for (const queue of otherQueuesOf(realm, mapped.audience)) {
      if (!queue.hasInState(event)) this.offerMapped(queue, mapped, batch);
    }
  }

  private offerMapped(queue: LiveQueue, mapped: MappedEvent, batch: Batch): void {
    for (const { type, body } of mapped.textsFor(queue.user.reader, queue.traits)) {
      if (queue.wants(type)) batch.append(queue.queueId, body, '');
    }
  }

  private messageOf(event: LoggedEvent<MessageSentPayload>): MessageEvent {
    let message = this.messages.get(event);
    if (!message) {
      const { sender } = event.payload;
      message = MessageEvent.of(event, this.senders.find(event.realmId, sender.userId) ?? unknownAccount(sender));
      this.messages.set(event, message);
    }
    return message;
  }

  private mappedOf(event: LoggedEvent): MappedEvent {
    let mapped = this.mapped.get(event);
    if (!mapped) {
      mapped = new MappedEvent(this.mappings.get(event.type) as AnyMapping, event);
      this.mapped.set(event, mapped);
    }
    return mapped;
  }
}

/** While the users service cannot tell: the picture that belongs to the API email, which everybody may see. */
const unknownAccount = ({ userId, email }: MessageSender): AvatarSource => ({
  userId,
  email,
  deliveryEmail: email,
  emailAddressVisibility: EmailAddressVisibility.Nobody,
  avatarSource: 'G',
  avatarVersion: 1,
});

/** Queues that get a public stream's events although their users are not subscribed; one who became a guest no longer. */
function* queuesOfUnsubscribed(realm: LiveRealm, streamId: number): Iterable<LiveQueue> {
  if (!realm.isPublic(streamId)) return;
  for (const queue of realm.allPublicQueues) {
    const { role, streamIds } = queue.user.state;
    if (!streamIds.has(streamId) && !isGuest(role)) yield queue;
  }
}

/** Queues that get the event though their users are not in the audience: they follow all public streams. */
function* otherQueuesOf(realm: LiveRealm, audience: Audience): Iterable<LiveQueue> {
  if (audience.kind === 'stream') {
    const told = new Set(audience.alsoUsers?.userIds);
    for (const queue of queuesOfUnsubscribed(realm, audience.streamId)) {
      if (!told.has(queue.user.state.userId)) yield queue;
    }
  }
  if (audience.kind !== 'users' || !audience.alsoPublicStream || realm.allPublicQueues.size === 0) return;
  const { streamId, exceptUserIds } = audience.alsoPublicStream;
  const told = new Set([...audience.userIds, ...exceptUserIds]);
  for (const queue of queuesOfUnsubscribed(realm, streamId)) if (!told.has(queue.user.state.userId)) yield queue;
}

/** The users with live queues who are in an audience. */
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
      for (const user of realm.users.values()) if (audience.test(user.reader)) yield user;
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

/** Whichever is shorter, the list or the realm, is gone through. */
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
