import { keyOfNarrow } from '@chat/narrow';
import type { LiveQueue } from './live-queue.js';

/** Queues that get messages, by the key of their narrow: a message meets the few that it may match, however many there are. */
export class KeyedQueues {
  private readonly queues = new Map<string, Set<LiveQueue>>();

  add(queue: LiveQueue): void {
    if (!queue.wants('message')) return;
    const key = keyOfNarrow(queue.narrow);
    const others = this.queues.get(key);
    if (others) others.add(queue);
    else this.queues.set(key, new Set([queue]));
  }

  delete(queue: LiveQueue): void {
    const key = keyOfNarrow(queue.narrow);
    const queues = this.queues.get(key);
    if (queues?.delete(queue) && queues.size === 0) this.queues.delete(key);
  }

  /** The queues with one of the keys. No generator: most of the calls find nothing, and there is one for each message and user. */
  find(keys: readonly string[]): readonly LiveQueue[] {
    const found: LiveQueue[] = [];
    for (const key of keys) {
      const queues = this.queues.get(key);
      if (queues) for (const queue of queues) found.push(queue);
    }
    return found;
  }
}
