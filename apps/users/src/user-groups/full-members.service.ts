import type { LoggedEvent, RealmUpdatedPayload } from '@chat/contracts';
import type { LogReader } from '@chat/event-log';
import { Database } from '@chat/persistence';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { ACCOUNT_COLUMNS, type AccountRow } from '../accounts/account.row.js';
import type { Realms } from '../realm/realms.js';
import { recordRoleGroups } from '../system-groups/record-role-groups.js';

const SECONDS_PER_DAY = 86_400;
const LOOK_EVERY_MS = 60_000;
const MAX_CHANGES_AT_ONCE = 500;

interface Logger {
  warn(details: object, message: string): void;
}

/**
 * Keeps who is a full member true to the clock and to the realm's waiting period. Every replica looks; rows are locked, so
 * each change is made once.
 */
export class FullMembersService implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly realms: Pick<Realms, 'get'>,
    private readonly reader: Pick<LogReader, 'waitUntilApplied'>,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running = this.promoteEverywhere().catch((error: unknown) => {
        this.logger.warn({ err: error }, 'Full members could not be looked for; tried again in a minute');
      });
    }, LOOK_EVERY_MS);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** Another waiting period. Idempotent; events may come in any order, so the one that holds now counts. */
  async onEvent({ realmId, logId, payload }: LoggedEvent<RealmUpdatedPayload>): Promise<void> {
    if (payload.previous.waitingPeriodThreshold === undefined) return;
    await this.reader.waitUntilApplied(realmId, logId);
    await this.updateIn(realmId);
  }

  async promoteEverywhere(): Promise<void> {
    const rows = await this.database.query<{ realmId: number }>(
      'SELECT DISTINCT realm_id AS "realmId" FROM account WHERE is_provisional',
    );
    for (const { realmId } of rows) await this.updateIn(realmId);
  }

  /** Makes everybody's standing what the realm's waiting period says now. */
  async updateIn(realmId: number): Promise<void> {
    const { waitingPeriodThreshold } = await this.realms.get(realmId);
    const fullSince = Math.floor(Date.now() / 1000) - waitingPeriodThreshold * SECONDS_PER_DAY;
    for (let changed = MAX_CHANGES_AT_ONCE; changed === MAX_CHANGES_AT_ONCE; ) {
      changed = await this.database.transaction(async (tx) => {
        // Whoever comes second finds done, and not only begun, what the first does.
        await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('full members:' || $1::text, 0))`, [realmId]);
        // One statement finds, changes and reads the accounts.
        const rows = await tx.query<AccountRow>(
          `UPDATE account AS a SET is_provisional = NOT is_provisional WHERE user_id IN (
             SELECT user_id FROM account WHERE realm_id = $1 AND is_provisional <> (joined_at > $2) AND NOT is_system_bot
             ORDER BY user_id LIMIT $3 FOR UPDATE SKIP LOCKED)
           RETURNING ${ACCOUNT_COLUMNS}`,
          [realmId, fullSince, MAX_CHANGES_AT_ONCE],
        );
        const changes = rows.map((after) => ({ before: { ...after, isProvisional: !after.isProvisional }, after }));
        await recordRoleGroups(tx, realmId, changes);
        return rows.length;
      });
    }
    // Perhaps it was done a moment ago, by a replica that has not told it yet.
    await this.database.publishCommitted(realmId);
  }
}
