import { setting } from '@chat/configuration';
import { Database } from '@chat/persistence';
import { HealthServer } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';

const oldestDiscarded = new Gauge({
  name: 'chat_files_discarded_oldest_seconds',
  help: 'Age of the oldest deleted object that the storage has not confirmed; 0 without one.',
});
const overdue = new Gauge({
  name: 'chat_files_sweep_overdue_seconds',
  help: 'Time since the oldest unclaimed file should have been deleted; 0 without one.',
});
const withoutBytes = new Gauge({
  name: 'chat_files_without_bytes',
  help: 'Files without bytes in the storage, as of the last daily check.',
});
const spaceUsed = new Gauge({ name: 'chat_files_bytes', help: 'Bytes of all files of all realms.' });

/** Figures of the tables, which are the same in every replica. */
@Injectable()
export class SweepMeasurements {
  constructor(
    private readonly database: Database,
    health: HealthServer,
  ) {
    health.addMeasurement('files', () => this.measure());
  }

  private async measure(): Promise<void> {
    const [row] = await this.database.query<Record<'discarded' | 'overdue' | 'missing' | 'bytes', number | null>>(
      `SELECT
         (SELECT extract(epoch FROM now() - min(discarded_at))::float8 FROM discarded_objects) AS discarded,
         (SELECT extract(epoch FROM now() - make_interval(days => $1) - min(unlinked_since))::float8 FROM files
            WHERE state = 'ready' AND NOT is_held AND unlinked_since IS NOT NULL) AS overdue,
         (SELECT rows_without_bytes FROM storage_checks) AS missing,
         (SELECT sum(bytes_used)::bigint FROM realm_usage) AS bytes`,
      [setting('UNCLAIMED_FILES_DAYS')],
    );
    oldestDiscarded.set(row?.discarded ?? 0);
    overdue.set(Math.max(0, row?.overdue ?? 0));
    withoutBytes.set(row?.missing ?? 0);
    spaceUsed.set(row?.bytes ?? 0);
  }
}
