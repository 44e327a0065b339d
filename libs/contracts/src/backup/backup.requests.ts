import { repeatable, ServiceRequest } from '../service-request.js';

/** State of the archive of PostgreSQL. */
export interface BackupStatus {
  /** Whether PostgreSQL archives its log at all (`archive_mode`). */
  readonly isArchiving: boolean;
  /** Age of the newest moment to which the archive can restore; null if nothing has been archived. */
  readonly ageSeconds: number | null;
  /** Failed attempts since PostgreSQL last reset its statistics. */
  readonly failures: number;
  /** Whether the last attempt failed. */
  readonly isFailing: boolean;
}

/** For operators: the newest moment that can be restored. The context's realm id is 0. */
export class GetBackupStatus extends repeatable(ServiceRequest<BackupStatus>, 'realm-settings.backup.get_status') {}
