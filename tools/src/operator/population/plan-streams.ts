import { MAX_OPERATOR_STREAMS, MAX_OPERATOR_SUBSCRIPTIONS, type StreamToCreate } from '@chat/contracts';
import { type Random, skewedIndex, streamName } from './plan-messages.js';

interface StreamPlan {
  readonly prefix: string;
  readonly count: number;
  readonly userIds: readonly number[];
  /** Per user. The first stream has all users. */
  readonly subscriptionsPerUser: number;
}

/** Streams with their subscribers: the first ones large, the last ones small. */
export function plannedStreams(plan: StreamPlan, random: Random): StreamToCreate[] {
  const { prefix, count, userIds, subscriptionsPerUser } = plan;
  const subscribers = Array.from({ length: count }, () => [] as number[]);
  for (const userId of userIds) {
    const chosen = new Set<number>(count > 0 ? [0] : []);
    const wanted = Math.min(subscriptionsPerUser, count);
    // Chance may name the same ones again and again; a user with fewer streams is no harm.
    for (let tries = 0; chosen.size < wanted && tries < wanted * 10; tries++) chosen.add(skewedIndex(random, count));
    for (const index of chosen) subscribers[index]?.push(userId);
  }
  return subscribers.map((subscriberIds, number) => ({ name: streamName(prefix, number), subscriberIds }));
}

/** One stream's part in a request. */
interface StreamPart {
  readonly index: number;
  readonly stream: StreamToCreate;
}

/** Requests within the limits on streams and subscribers; a stream with too many comes in several. */
export function* requestsOf(streams: readonly StreamToCreate[]): Generator<StreamPart[]> {
  let parts: StreamPart[] = [];
  let room = MAX_OPERATOR_SUBSCRIPTIONS;
  for (const [index, stream] of streams.entries()) {
    let from = 0;
    do {
      if (room === 0 || parts.length === MAX_OPERATOR_STREAMS) {
        yield parts;
        parts = [];
        room = MAX_OPERATOR_SUBSCRIPTIONS;
      }
      const subscriberIds = stream.subscriberIds.slice(from, from + room);
      parts.push({ index, stream: { ...stream, subscriberIds } });
      from += subscriberIds.length;
      room -= subscriberIds.length;
    } while (from < stream.subscriberIds.length);
  }
  if (parts.length > 0) yield parts;
}
