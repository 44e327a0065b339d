import type { ApiClient, WireEvent } from '@chat/chat-client';
import { subscriberChange } from './subscriber-change.js';

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
  const change = subscriberChange(event);
  if (change === undefined) return counts;
  const { streamIds, userIds, isAdded } = change;
  const people = userIds?.length ?? 1;
  const by = isAdded ? people : -people;
  const after = new Map(counts);
  for (const id of streamIds) {
    const before = counts.get(id);
    if (before !== undefined) after.set(id, before + by);
  }
  return after;
}
