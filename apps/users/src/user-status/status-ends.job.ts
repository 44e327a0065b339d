import { Database, type Transaction } from '@chat/persistence';
import { inBatches, RepeatedJobs, ServiceResources } from '@chat/service-kit';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { lockAccount } from '../accounts/find-account.js';
import { readStatus, recordStatus, storeStatus } from './user-status.repository.js';

const BATCH = 100;
/** A status ends at most this late, and a fifth of it more. */
const RUN_EVERY_MS = 15_000;

interface DueStatus {
  readonly realmId: number;
  readonly userId: number;
}

/**
 * Takes text and emoji of a status away at its end. Runs in every replica: the lock of the account makes sure that each status
 * ends once, and the next run ends those that a killed one left.
 */
@Injectable()
export class StatusEnds implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly resources: ServiceResources,
    private readonly jobs: RepeatedJobs,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.start({ name: 'end of statuses', everyMs: RUN_EVERY_MS, run: (signal) => this.run(signal) });
  }

  /** Resolves with the number of due statuses. */
  run(signal?: AbortSignal): Promise<number> {
    return inBatches(
      BATCH,
      () => this.database.query<DueStatus>(`${DUE} ORDER BY ends_at_seconds LIMIT ${BATCH}`),
      (due) => this.end(due),
      signal,
    );
  }

  private async end({ realmId, userId }: DueStatus): Promise<void> {
    await this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, realmId, userId);
      // Another replica may have ended it, or the user changed it, before the lock.
      if (!(await isDue(tx, userId))) return;
      const previous = await readStatus(tx, account);
      await storeStatus(tx, account, { text: '', emoji: null });
      await recordStatus(tx, account, previous);
    });
    this.resources.logger.debug({ realmId, userId }, 'Status ended');
  }
}

/** By the clock of the database, which all replicas have in common. */
const DUE = `SELECT realm_id AS "realmId", user_id AS "userId" FROM user_status
  WHERE ends_at_seconds <= extract(epoch FROM clock_timestamp())`;

const isDue = async (tx: Transaction, userId: number): Promise<boolean> =>
  (await tx.query(`${DUE} AND user_id = $1`, [userId])).length > 0;
