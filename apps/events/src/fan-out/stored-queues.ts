import type { StoredShard } from '../queues/queue-store.js';
import type { QueueMeta } from './live-queue.js';
import type { LiveQueues } from './live-queues.js';
import { publicStreamsField, readPublicStreams, readUserState, userField } from './live-user.js';

/**
 * Adds the stored queues. Returns the ids of queues that cannot be read, so that they do not stop the others, and the fields of states that
 * no queue needs.
 */
export function restoreQueues(queues: LiveQueues, { metas, states }: StoredShard) {
  const unreadable: string[] = [];
  const unused = new Set(Object.keys(states));
  for (const [queueId, json] of Object.entries(metas)) {
    try {
      const meta = JSON.parse(json) as QueueMeta;
      const state = states[userField(meta.userId)];
      if (state === undefined) throw new Error(`The state of user ${meta.userId} is not stored.`);
      queues.add(queueId, meta, readUserState(state));
      unused.delete(userField(meta.userId));
    } catch {
      unreadable.push(queueId);
    }
  }
  for (const realm of queues.allRealms()) {
    const field = publicStreamsField(realm.realmId);
    const publicStreams = states[field];
    if (publicStreams === undefined || realm.allPublicQueues.size === 0) continue;
    realm.publicStreams = readPublicStreams(publicStreams);
    unused.delete(field);
  }
  return { unreadable, unused };
}
