import type { BackupStatus } from '@chat/contracts';
import { Gauge } from 'prom-client';
import type { Queryable } from './database.js';

const age = new Gauge({
  name: 'chat_backup_age_seconds',
  help: 'Age of the newest moment to which the archive of PostgreSQL can restore; +Inf without an archive.',
});

/*
 * A segment of the log is archived when it is full, or `archive_timeout` after its first change. If only the present segment is missing
 * in the archive, the newest restorable moment is at most `archive_timeout` old, although an idle server may have archived nothing for
 * hours. The entry that ends a base backup (`….backup`) names the segment of its start, so only a failure after it shows a gap.
 */
const SELECT_STATUS = `
  SELECT is_archiving AS "isArchiving", failures, is_failing AS "isFailing",
    CASE WHEN is_complete AND timeout > 0 THEN least(archived_ago, timeout) ELSE archived_ago END AS "ageSeconds"
  FROM (
    SELECT current_setting('archive_mode') <> 'off' AS is_archiving,
      extract(epoch FROM current_setting('archive_timeout')::interval)::float8 AS timeout,
      extract(epoch FROM clock_timestamp() - last_archived_time)::float8 AS archived_ago,
      failed_count::int AS failures,
      coalesce(last_failed_time > last_archived_time, failed_count > 0) AS is_failing,
      CASE
        WHEN pg_is_in_recovery() OR last_archived_wal IS NULL THEN false
        WHEN last_archived_wal ~ '^[0-9A-F]{24}$' THEN
          (pg_split_walfile_name(pg_walfile_name(pg_current_wal_lsn()))).segment_number
            - (pg_split_walfile_name(last_archived_wal)).segment_number <= 1
        ELSE coalesce(last_failed_time < last_archived_time, true)
      END AS is_complete
    FROM pg_stat_archiver
  ) AS archiver`;

/** Reads the state of the archive of PostgreSQL. Base backups leave no trace there: the result holds if there is one. */
export async function readBackupStatus(database: Pick<Queryable, 'query'>): Promise<BackupStatus> {
  const [status] = await database.query<BackupStatus>(SELECT_STATUS);
  return status as BackupStatus;
}

/** Sets the gauge of the newest restorable moment: its age in seconds, infinite without an archive. */
export async function measureBackup(database: Pick<Queryable, 'query'>): Promise<void> {
  const { isArchiving, ageSeconds } = await readBackupStatus(database);
  age.set(isArchiving && ageSeconds !== null ? ageSeconds : Number.POSITIVE_INFINITY);
}
