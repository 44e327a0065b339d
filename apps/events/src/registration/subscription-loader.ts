import { randomUUID } from 'node:crypto';
import { GetFanoutState, MAX_FANOUT_USERS } from '@chat/contracts';
import type { RedisTransportClient } from '@chat/redis-rpc';

export interface LoadedSubscriptions {
  /** Messaging's sequence that they cover. */
  readonly sequence: number;
  readonly streamIds: readonly number[];
}

interface Waiting {
  readonly userId: number;
  readonly resolve: (loaded: LoadedSubscriptions) => void;
  readonly reject: (error: unknown) => void;
}

/** Asks messaging for users' subscriptions: registrations that come together share a request. */
export class SubscriptionLoader {
  private waiting = new Map<number, Waiting[]>();

  constructor(private readonly client: Pick<RedisTransportClient, 'request'>) {}

  /** As of a moment after this call. */
  load(realmId: number, userId: number): Promise<LoadedSubscriptions> {
    return new Promise((resolve, reject) => {
      if (this.waiting.size === 0) setImmediate(() => this.ask());
      const waiting = this.waiting.get(realmId) ?? [];
      waiting.push({ userId, resolve, reject });
      this.waiting.set(realmId, waiting);
    });
  }

  private ask(): void {
    const { waiting } = this;
    this.waiting = new Map();
    for (const [realmId, all] of waiting) {
      for (let from = 0; from < all.length; from += MAX_FANOUT_USERS) {
        void this.askFor(realmId, all.slice(from, from + MAX_FANOUT_USERS));
      }
    }
  }

  private async askFor(realmId: number, waiting: readonly Waiting[]): Promise<void> {
    try {
      const { sequence, state } = await this.client.request(
        GetFanoutState,
        { realmId, userIds: [...new Set(waiting.map(({ userId }) => userId))] },
        { realmId, requestId: randomUUID() },
      );
      for (const { userId, resolve } of waiting) {
        resolve({ sequence, streamIds: state.subscriptions[userId] ?? [] });
      }
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }
}
