import { eventFields, type WireEvent } from '@chat/chat-client';

/** Subscribers that streams got or lost. */
interface SubscriberChange {
  readonly streamIds: readonly number[];
  /** Undefined: the reader alone. */
  readonly userIds?: readonly number[];
  readonly isAdded: boolean;
}

/** Undefined if the event changes no subscribers. */
export function subscriberChange(event: WireEvent): SubscriberChange | undefined {
  const peersAdded = eventFields(event, 'subscription.peer_add');
  const peers = peersAdded ?? eventFields(event, 'subscription.peer_remove');
  if (peers) return { streamIds: peers.stream_ids, userIds: peers.user_ids, isAdded: peersAdded !== undefined };
  const added = eventFields(event, 'subscription.add');
  const own = added ?? eventFields(event, 'subscription.remove');
  return own && { streamIds: own.subscriptions.map(({ stream_id }) => stream_id), isAdded: added !== undefined };
}
