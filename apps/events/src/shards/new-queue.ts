import { type EventQueueOptions, type LoggedEvent, type Principal, serviceUnavailable } from '@chat/contracts';
import { Batch } from '../fan-out/batch.js';
import type { FanOut } from '../fan-out/fan-out.js';
import { LiveQueue, type QueueMeta } from '../fan-out/live-queue.js';
import { LiveRealm } from '../fan-out/live-realm.js';
import type { UserState } from '../fan-out/live-user.js';
import type { PublicStreams } from '../fan-out/public-streams.js';

/** Events of a realm between a registration's beginning and its end; one that takes longer than so many starts over. */
export const MAX_PENDING_EVENTS = 5_000;

/** A queue that is about to be. */
export interface NewQueue {
  readonly queueId: string;
  readonly actor: Principal;
  readonly options: EventQueueOptions;
  readonly publicStreams: PublicStreams | undefined;
}

/**
 * Goes through what happened since a registration's beginning with the new queue alone, from what was known then. Answers what is
 * to be stored with the queue, and what is known of its user afterwards. Throws SERVICE_UNAVAILABLE when the queue did not outlive it.
 */
export function replay(
  { queueId, actor, publicStreams }: NewQueue,
  meta: QueueMeta,
  state: UserState,
  since: readonly LoggedEvent[],
  fanOut: FanOut,
): { readonly batch: Batch; readonly state: UserState } {
  const realm = new LiveRealm(actor.realmId);
  const user = realm.addUser(state);
  const batch = new Batch();
  if (publicStreams) realm.setPublicStreams(publicStreams);
  realm.addQueue(new LiveQueue(queueId, user, meta));
  let isDeactivated = false;
  for (const event of since) {
    if (realm.apply(event, new Map())) isDeactivated = true;
    fanOut.deliver(realm, event, batch);
  }
  if (isDeactivated || batch.dropped.has(queueId)) throw serviceUnavailable('events');
  return { batch, state: user.state };
}
