import {
  type AvatarSource,
  type ClientEventMapping,
  EmailAddressVisibility,
  type LoggedEvent,
  type MessageSender,
  MessageSent,
  type MessageSentPayload,
} from '@chat/contracts';
import { LogBegan } from '@chat/event-log';
import { matchesNarrow } from '@chat/narrow';
import type { Batch } from '../queues/batch.js';
import { countEnded } from '../queues/ended-queues.js';
import { usersOf } from './audience.js';
import type { LiveQueue } from './live-queue.js';
import type { LiveRealm } from './live-queues.js';
import { MappedFanOut } from './mapped-fan-out.js';
import { MessageEvent } from './message-event.js';
import { messageForReader } from './narrowed-message.js';
import type { SenderAccounts } from './sender-accounts.js';

/**
 * Decides which live queues get an event, and in which form: messages here, other events in {@link MappedFanOut}. Nothing else decides
 * visibility of events. Results are cached per event, so that all shards of this process share them.
 */
export class FanOut {
  private readonly messages = new WeakMap<LoggedEvent, MessageEvent>();
  private readonly mapped: MappedFanOut;

  constructor(
    mappings: readonly ClientEventMapping<unknown>[],
    private readonly senders: Pick<SenderAccounts, 'find'>,
    private readonly onFault: (event: LoggedEvent, error: unknown) => void = () => {},
  ) {
    this.mapped = new MappedFanOut(mappings);
  }

  /** Appends the client events of one domain event to `batch`. The realm must have applied the event. */
  deliver(realm: LiveRealm, event: LoggedEvent, batch: Batch): void {
    try {
      if (event.type === MessageSent.type) this.deliverMessage(realm, event as LoggedEvent<MessageSentPayload>, batch);
      else if (LogBegan.matches(event)) countEnded('log began anew', dropAll(realm, batch));
      else this.mapped.deliver(realm, event, batch);
    } catch (error) {
      // Any queue of the realm may miss the event now, so all of them are dropped and their clients register again. The shard goes on.
      this.onFault(event, error);
      dropAll(realm, batch);
    }
  }

  private deliverMessage(realm: LiveRealm, event: LoggedEvent<MessageSentPayload>, batch: Batch): void {
    const { recipient } = event.payload;
    const { narrowKeys } = this.messageOf(event);
    if (recipient.kind !== 'stream') {
      for (const { messageQueues } of usersOf(realm, new Set(recipient.participants.map(({ id }) => id)))) {
        for (const queue of messageQueues.find(narrowKeys)) this.offerMessage(queue, event, true, false, batch);
      }
      return;
    }
    const { streamId } = recipient;
    const isPublic = realm.isPublic(streamId);
    for (const { messageQueues } of realm.subscribersOf(streamId)) {
      for (const queue of messageQueues.find(narrowKeys)) this.offerMessage(queue, event, true, isPublic, batch);
    }
    for (const queue of realm.queuesOfUnsubscribed(streamId, realm.allPublicMessageQueues.find(narrowKeys))) {
      if (!queue.needsSubscription) this.offerMessage(queue, event, false, true, batch);
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
    if (queue.hasInState(event)) return;
    const message = this.messageOf(event);
    const { state } = queue.user;
    const flags = isInAudience ? message.flags(state.userId) : [];
    if (queue.narrow.length > 0) {
      if (!matchesNarrow(queue.narrow, messageForReader(event.payload, state.userId, flags, isPublic))) return;
    }
    batch.append(queue, message.body(state, queue.traits), message.own(flags, queue.queueId));
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

/** Stands in while the users service does not respond. Its avatar is that of the API email, which every reader may see. */
const unknownAccount = ({ userId, email }: MessageSender): AvatarSource => ({
  userId,
  email,
  deliveryEmail: email,
  emailAddressVisibility: EmailAddressVisibility.Nobody,
  avatarSource: 'G',
  avatarVersion: 1,
});

/** Drops the queues of the realm. Returns their number. */
function dropAll(realm: LiveRealm, batch: Batch): number {
  const queueIds = [...realm.users.values()].flatMap(({ queues }) => [...queues].map(({ queueId }) => queueId));
  for (const queueId of queueIds) batch.dropped.add(queueId);
  return queueIds.length;
}
