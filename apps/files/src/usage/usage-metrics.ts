import { Database } from '@chat/persistence';
import { HealthServer, RealmRecords } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';

const BYTES_PER_MIB = 1024 * 1024;
/** The number of realms is unbounded, that of time series must not be. */
const MAX_REALMS = 100;

const quotaUsed = new Gauge({
  name: 'chat_files_quota_used_ratio',
  help: 'Share of its quota that a realm uses, with uploads under way; of the 100 realms with most bytes, those with a quota.',
  labelNames: ['realm'] as const,
});

@Injectable()
export class UsageMetrics {
  constructor(
    private readonly database: Database,
    private readonly realms: RealmRecords,
    health: HealthServer,
  ) {
    health.addMeasurement('file quotas', () => this.measure());
  }

  async measure(): Promise<void> {
    const largest = await this.database.query<{ realmId: number; bytes: number }>(
      `SELECT realm_id AS "realmId", bytes_used + bytes_reserved AS bytes FROM realm_usage
       WHERE bytes_used > 0 ORDER BY bytes_used DESC LIMIT ${MAX_REALMS}`,
    );
    const quotas = await Promise.all(largest.map(({ realmId }) => this.realms.get(realmId)));
    quotaUsed.reset();
    for (const [place, { realmId, bytes }] of largest.entries()) {
      const quotaMib = quotas[place]?.uploadQuotaMib ?? null;
      // Without space there is nothing to run out of.
      if (quotaMib !== null && quotaMib > 0) quotaUsed.set({ realm: realmId }, bytes / (quotaMib * BYTES_PER_MIB));
    }
  }
}
