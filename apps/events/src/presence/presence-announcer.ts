import { PresenceChanged, type PresenceChangedPayload } from '@chat/contracts';
import { appendUnstored } from '@chat/event-log';
import type { Redis } from 'ioredis';

type Change = PresenceChangedPayload['changes'][number];

/** Changes of this time share one domain event. */
const GATHER_MS = 500;
const MAX_CHANGES_PER_EVENT = 200;

/** Publishes changes of presence, many in one domain event. */
export class PresenceAnnouncer {
  private readonly gathered = new Map<number, Map<number, Change>>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly redis: Redis) {}

  add(realmId: number, change: Change): void {
    const changes = this.gathered.get(realmId) ?? new Map<number, Change>();
    changes.set(change.userId, change);
    this.gathered.set(realmId, changes);
    this.timer ??= setTimeout(() => void this.publish(), GATHER_MS);
  }

  async publish(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const gathered = [...this.gathered];
    this.gathered.clear();
    for (const [realmId, byUser] of gathered) {
      const changes = [...byUser.values()];
      for (let from = 0; from < changes.length; from += MAX_CHANGES_PER_EVENT) {
        const payload = {
          changes: changes.slice(from, from + MAX_CHANGES_PER_EVENT),
          toldAtSeconds: Date.now() / 1000,
        };
        // A lost event has no lasting effect: clients get all presences with their next ping.
        await appendUnstored(this.redis, 'events', realmId, PresenceChanged.type, payload).catch(() => {});
      }
    }
  }
}
