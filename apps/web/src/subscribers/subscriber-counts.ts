import { type ApiClient, type EventFields, kindOf, type WireEvent } from '@chat/chat-client';

/** Subscribers of each stream. */
export type SubscriberCounts = ReadonlyMap<number, number>;

interface ListedStream {
  readonly stream_id: number;
  readonly subscriber_count: number;
}

/** Of all streams that the reader sees: administrators see private ones of others, guests see web-public ones. */
export async function loadSubscriberCounts(api: ApiClient, isAdmin: boolean): Promise<SubscriberCounts> {
  const { streams } = await api.get('/streams', {
    ...{ include_subscriber_count: true, include_web_public: true, include_all_active: isAdmin },
  });
  return new Map((streams as ListedStream[]).map((stream) => [stream.stream_id, stream.subscriber_count]));
}

/** The counts after an event. An unknown stream stays unknown. */
export function countsAfter(counts: SubscriberCounts, event: WireEvent): SubscriberCounts {
  const kind = kindOf(event.type, event.op);
  if (kind === 'subscription.peer_add' || kind === 'subscription.peer_remove') {
    const { stream_ids: ids, user_ids: userIds } = event as unknown as EventFields<'subscription.peer_add'>;
    return changed(counts, ids, kind === 'subscription.peer_add' ? userIds.length : -userIds.length);
  }
  if (kind !== 'subscription.add' && kind !== 'subscription.remove') return counts;
  const { subscriptions } = event as unknown as EventFields<'subscription.remove'>;
  const ids = subscriptions.map(({ stream_id: id }) => id);
  return changed(counts, ids, kind === 'subscription.add' ? 1 : -1);
}

function changed(counts: SubscriberCounts, streamIds: readonly number[], by: number): SubscriberCounts {
  const after = new Map(counts);
  for (const id of streamIds) {
    const before = counts.get(id);
    if (before !== undefined) after.set(id, before + by);
  }
  return after;
}
