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
const previewsOldest = new Gauge({
  name: 'chat_file_previews_oldest_seconds',
  help: 'Age of the oldest picture without its previews; 0 without one.',
});
const previewsPending = new Gauge({ name: 'chat_file_previews_pending', help: 'Pictures without their previews.' });
const scansDue = new Gauge({
  name: 'chat_file_scans_due',
  help: 'Files that were accepted while the scanner was away and are not scanned yet.',
});
const spaceUsed = new Gauge({ name: 'chat_files_bytes', help: 'Bytes of all files of all realms.' });

type Measured = 'discarded' | 'overdue' | 'missing' | 'bytes' | 'oldestPreview' | 'previews' | 'scans';

/** Figures of the tables, which are the same in every replica. */
@Injectable()
export class SweepMetrics {
  constructor(
    private readonly database: Database,
    health: HealthServer,
  ) {
    health.addMeasurement('files', () => this.measure());
  }

  private async measure(): Promise<void> {
    const [row] = await this.database.query<Record<Measured, number | null>>(
      `SELECT
         (SELECT extract(epoch FROM now() - min(discarded_at))::float8 FROM discarded_objects) AS discarded,
         (SELECT extract(epoch FROM now() - make_interval(days => $1) - min(unlinked_since))::float8 FROM files
            WHERE state = 'ready' AND NOT is_held AND unlinked_since IS NOT NULL) AS overdue,
         (SELECT rows_without_bytes FROM storage_checks) AS missing,
         (SELECT extract(epoch FROM now() - min(pending_since))::float8 FROM previews WHERE made_at IS NULL) AS "oldestPreview",
         (SELECT count(*) FROM previews WHERE made_at IS NULL) AS previews,
         (SELECT count(*) FROM files WHERE is_scan_due AND state = 'ready') AS scans,
         (SELECT sum(bytes_used)::bigint FROM realm_usage) AS bytes`,
      [setting('UNCLAIMED_FILES_DAYS')],
    );
    oldestDiscarded.set(row?.discarded ?? 0);
    overdue.set(Math.max(0, row?.overdue ?? 0));
    withoutBytes.set(row?.missing ?? 0);
    previewsOldest.set(row?.oldestPreview ?? 0);
    previewsPending.set(row?.previews ?? 0);
    scansDue.set(row?.scans ?? 0);
    spaceUsed.set(row?.bytes ?? 0);
  }
}
