import type { StoredShard } from '../queues/queue-store.js';
import type { QueueMeta } from './live-queue.js';
import type { LiveQueues } from './live-queues.js';
import { publicStreamsField, readPublicStreams, readUserState, userField } from './live-user.js';

/** Adds the stored queues. Returns the ids of queues that cannot be read, so that they do not stop the others. */
export function restoreQueues(queues: LiveQueues, { metas, states }: StoredShard): string[] {
  const unreadable: string[] = [];
  for (const [queueId, json] of Object.entries(metas)) {
    try {
      const meta = JSON.parse(json) as QueueMeta;
      const state = states[userField(meta.userId)];
      if (state === undefined) throw new Error(`The state of user ${meta.userId} is not stored.`);
      queues.add(queueId, meta, readUserState(state));
    } catch {
      unreadable.push(queueId);
    }
  }
  for (const realm of queues.allRealms()) {
    const publicStreams = states[publicStreamsField(realm.realmId)];
    if (publicStreams !== undefined) realm.publicStreams = readPublicStreams(publicStreams);
  }
  return unreadable;
}

/** Fields of the states that a queue needs. */
export function neededStates(queues: LiveQueues): Set<string> {
  const needed = new Set<string>();
  for (const realm of queues.allRealms()) {
    for (const userId of realm.users.keys()) needed.add(userField(userId));
    if (realm.allPublicQueues.size > 0) needed.add(publicStreamsField(realm.realmId));
  }
  return needed;
}
