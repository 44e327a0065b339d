import { SyncDirectory } from '@chat/contracts';
import { type Command, realmCommand } from '../command.js';

const syncDirectory = realmCommand({
  name: 'sync-directory',
  summary: 'copy names and LDAP_SYNC from the LDAP server to its accounts',
  options: {
    'deactivate-missing': { type: 'boolean', help: 'deactivate accounts without an entry, except the only owner' },
    'dry-run': { type: 'boolean', help: 'change nothing, list the accounts that --deactivate-missing deactivates' },
  },
  async run({ realmId }, operator, options, print) {
    const dryRun = options['dry-run'] === true;
    // A replica of the former release knows no dry run and must not deactivate.
    const deactivateMissing = options['deactivate-missing'] === true && !dryRun;
    let synced = 0;
    let deactivated = 0;
    for (let fromUserId: number | null = 0; fromUserId !== null; ) {
      const part: Part = await operator.request(
        SyncDirectory,
        { realmId, deactivateMissing, fromUserId, dryRun },
        realmId,
      );
      synced += part.synced;
      deactivated += part.deactivated.length;
      for (const email of part.deactivated) print(dryRun ? `Without an entry: ${email}` : `Deactivated ${email}.`);
      fromUserId = part.nextUserId;
    }
    print(`Accounts with an entry: ${synced}. ${dryRun ? 'To deactivate' : 'Deactivated'}: ${deactivated}.`);
  },
});

type Part = NonNullable<InstanceType<typeof SyncDirectory>['replyType']>;

export const directoryCommands: readonly Command[] = [syncDirectory];
