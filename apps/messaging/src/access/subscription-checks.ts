import { AsyncResource } from 'node:async_hooks';
import type { Database } from '@chat/persistence';

interface Check {
  readonly streamId: number;
  readonly userId: number;
  readonly resolve: (isSubscribed: boolean) => void;
  readonly reject: (error: unknown) => void;
}

const MAX_CHECKS_PER_QUERY = 1_000;

/**
 * Checks subscriptions of many requests in one query: those of one turn of the event loop, or those that arrive while a query runs. Each
 * result is read after its check was requested. A request that reads from a standby checks there, by itself.
 */
export class SubscriptionChecks {
  private waiting: Check[] = [];
  private isRunning = false;
  /** Runs outside the context of a request, because its queries serve several requests. */
  private readonly runAlone = AsyncResource.bind(() => this.run());

  constructor(private readonly database: Pick<Database, 'query' | 'isOnStandby'>) {}

  isSubscribed(streamId: number, userId: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const check = { streamId, userId, resolve, reject };
      if (this.database.isOnStandby) {
        void this.check([check]);
        return;
      }
      this.waiting.push(check);
      if (!this.isRunning) {
        this.isRunning = true;
        setImmediate(this.runAlone);
      }
    });
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) await this.check(this.waiting.splice(0, MAX_CHECKS_PER_QUERY));
    this.isRunning = false;
  }

  private async check(checks: readonly Check[]): Promise<void> {
    try {
      const rows = await this.database.query<{ place: number }>(
        `SELECT given.place::integer AS place
         FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS given (stream_id, user_id, place)
         JOIN subscriptions u ON u.stream_id = given.stream_id AND u.user_id = given.user_id AND u.is_active`,
        [checks.map(({ streamId }) => streamId), checks.map(({ userId }) => userId)],
      );
      const subscribed = new Set(rows.map((row) => row.place));
      for (const [place, { resolve }] of checks.entries()) resolve(subscribed.has(place + 1));
    } catch (error) {
      for (const { reject } of checks) reject(error);
    }
  }
}
