import { type BackupStatus, GetBackupStatus } from '@chat/contracts';
import { CheckFailed, type Command, numberOf } from '../command.js';

const OPTIONS = {
  'max-age': { type: 'string', help: 'seconds; an older moment fails the check: 900' },
} as const;
const MAX_AGE_SECONDS = 900;
const GUIDE = 'docs/guides/back-up.md';

export const backupStatusCommand: Command<typeof OPTIONS> = {
  name: 'backup-status',
  summary: 'show the newest moment that can be restored; fails if it is too old',
  options: OPTIONS,
  async run(operator, options, print) {
    const maxAge = numberOf('max-age', options['max-age'], MAX_AGE_SECONDS, 1);
    const status = await operator.request(GetBackupStatus, {}, 0);
    const age = restorableAge(status);
    print(`The newest restorable moment is ${Math.round(age)} s ago.`);
    if (status.failures > 0) print(`PostgreSQL could not archive ${status.failures} times; its log has the reason.`);
    if (status.isFailing) throw new CheckFailed('The last attempt to archive failed.');
    if (age > maxAge) throw new CheckFailed(`The archive is behind: the limit is ${maxAge} s.`);
  },
};

function restorableAge({ isArchiving, ageSeconds, failures }: BackupStatus): number {
  if (!isArchiving) {
    throw new CheckFailed(
      `PostgreSQL does not archive (archive_mode is off), so only dumps can be restored. Turn it on: ${GUIDE}`,
    );
  }
  if (ageSeconds === null) {
    throw new CheckFailed(
      `PostgreSQL has archived nothing yet (failed attempts: ${failures}). See archive_command and the log of PostgreSQL: ${GUIDE}`,
    );
  }
  return ageSeconds;
}
