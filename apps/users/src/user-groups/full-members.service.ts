import type { LoggedEvent, RealmUpdatedPayload } from '@chat/contracts';
import { Database, lockByName } from '@chat/persistence';
import { RepeatedJobs, ServiceResources } from '@chat/service-kit';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ACCOUNT_COLUMNS, type AccountRow } from '../accounts/account.entity.js';
import { Realms } from '../realm/realms.js';
import { recordRoleGroups } from '../system-groups/system-groups.js';

const SECONDS_PER_DAY = 86_400;
const LOOK_EVERY_MS = 60_000;
const MAX_CHANGES_AT_ONCE = 500;

/**
 * Promotes users to full members at the end of the realm's waiting period, and corrects them when the period changes. Every
 * replica looks for such users; locks make sure that each change happens once.
 */
@Injectable()
export class FullMembersService implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly resources: ServiceResources,
    private readonly jobs: RepeatedJobs,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.start({ name: 'new full members', everyMs: LOOK_EVERY_MS, run: () => this.promoteEverywhere() });
  }

  /** Applies the current waiting period, so events may come late, repeatedly and in any order. */
  async onEvent({ realmId, payload }: LoggedEvent<RealmUpdatedPayload>): Promise<void> {
    if (payload.previous.waitingPeriodThreshold !== undefined) await this.updateIn(realmId);
  }

  async promoteEverywhere(): Promise<void> {
    const rows = await this.database.query<{ realmId: number }>(
      'SELECT DISTINCT realm_id AS "realmId" FROM account WHERE is_provisional',
    );
    for (const { realmId } of rows) await this.updateIn(realmId);
  }

  /** Applies the realm's waiting period to all users. */
  async updateIn(realmId: number): Promise<void> {
    for (let changed = MAX_CHANGES_AT_ONCE; changed === MAX_CHANGES_AT_ONCE; ) {
      changed = await this.database.transaction(async (tx) => {
        // A second caller waits for the first, since it may report only completed changes.
        await lockByName(tx, `full members:${realmId}`);
        // Behind the lock: the last of several callers applies the latest period.
        await this.resources.reader.waitUntilLatest(realmId);
        const { waitingPeriodThreshold } = await this.realms.get(realmId);
        const fullSince = Math.floor(Date.now() / 1000) - waitingPeriodThreshold * SECONDS_PER_DAY;
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
    // Another replica may have committed the change without having published it yet.
    await this.database.publishCommitted(realmId);
  }
}
