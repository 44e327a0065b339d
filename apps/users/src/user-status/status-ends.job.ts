import { Database } from '@chat/persistence';
import { inBatches, RepeatedJobs, ServiceResources } from '@chat/service-kit';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Raw } from 'typeorm';
import { lockAccount } from '../accounts/find-account.js';
import { UserStatusEntity } from './user-status.entity.js';
import { readStatus, recordStatus, storeStatus } from './user-status.repository.js';

const BATCH = 100;
/** A status ends at most this late, and a fifth of it more. */
const RUN_EVERY_MS = 15_000;

/** By the clock of the database, which all replicas have in common. */
const endsAtSeconds = Raw((column) => `${column} <= extract(epoch FROM clock_timestamp())`);

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
    const statuses = this.database.getRepository(UserStatusEntity);
    return inBatches(
      BATCH,
      () => statuses.find({ where: { endsAtSeconds }, order: { endsAtSeconds: 'ASC' }, take: BATCH }),
      (due) => this.end(due),
      signal,
    );
  }

  private async end({ realmId, userId }: UserStatusEntity): Promise<void> {
    await this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, realmId, userId);
      // Another replica may have ended it, or the user changed it, before the lock.
      if (!(await tx.getRepository(UserStatusEntity).existsBy({ userId, endsAtSeconds }))) return;
      const previous = await readStatus(tx, account);
      await storeStatus(tx, account, { text: '', emoji: null });
      await recordStatus(tx, account, previous);
    });
    this.resources.logger.debug({ realmId, userId }, 'Status ended');
  }
}
