import { Database } from '@chat/persistence';
import { RepeatedJobs } from '@chat/service-kit';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { RetentionJob } from './retention.job.js';
import { WeeklyTrafficJob } from './weekly-traffic.job.js';

const MINUTE_MS = 60_000;
/** The first run waits until the process has started completely. */
const FIRST_RUN_MS = MINUTE_MS;
/** Hours during which a repeated send finds its first message. */
const SEND_KEY_HOURS = 24;
const SEND_KEYS_PER_STATEMENT = 5_000;

/** Names the times of the periodic jobs. */
@Injectable()
export class PeriodicJobs implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly jobs: RepeatedJobs,
    private readonly retention: RetentionJob,
    private readonly weeklyTraffic: WeeklyTrafficJob,
  ) {}

  onApplicationBootstrap(): void {
    this.every(10 * MINUTE_MS, 'expired send keys', () => deleteExpiredSendKeys(this.database));
    this.every(60 * MINUTE_MS, 'weekly traffic', () => this.weeklyTraffic.run());
    this.every(60 * MINUTE_MS, 'retention', (signal) => this.retention.run(signal));
  }

  private every(everyMs: number, name: string, run: (signal: AbortSignal) => Promise<unknown>): void {
    this.jobs.start({ name, everyMs, firstAfterMs: FIRST_RUN_MS, run });
  }
}

/** Deletes send keys that are too old to be repeated. Replicas may run it at once. Returns the number of deleted keys. */
export async function deleteExpiredSendKeys(database: Pick<Database, 'query'>): Promise<number> {
  for (let deleted = 0; ; ) {
    const rows = await database.query(
      `DELETE FROM send_keys k USING (
         SELECT sender_id, queue_id, local_id FROM send_keys
         WHERE created_at < now() - make_interval(hours => $1)
         ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED) AS old
       WHERE k.sender_id = old.sender_id AND k.queue_id = old.queue_id AND k.local_id = old.local_id
       RETURNING k.message_id`,
      [SEND_KEY_HOURS, SEND_KEYS_PER_STATEMENT],
    );
    deleted += rows.length;
    if (rows.length < SEND_KEYS_PER_STATEMENT) return deleted;
  }
}
