import { type DirectorySyncPart, ListRealms, type SyncDirectory } from '@chat/contracts';
import { expect, it } from '@jest/globals';
import type { Operator } from '../operator.js';
import { directoryCommands } from './directory.js';

const PARTS: readonly DirectorySyncPart[] = [
  { nextUserId: 51, synced: 49, deactivated: ['gone@example.com'] },
  { nextUserId: null, synced: 2, deactivated: [] },
];

/** The parts that the command asked for, and its output. */
async function run(options: { 'deactivate-missing'?: boolean; 'dry-run'?: boolean }) {
  const asked: unknown[] = [];
  const printed: string[] = [];
  const request = async (type: { pattern: string }, fields: Pick<SyncDirectory, 'fromUserId'>) => {
    if (type.pattern === ListRealms.pattern) return [{ realmId: 4, isDefault: true }];
    asked.push(fields);
    return PARTS[asked.length - 1];
  };
  await directoryCommands[0]?.run({ request } as unknown as Operator, options as never, (line) => printed.push(line));
  return { asked, printed };
}

it('asks for each part of the accounts, and sums up', async () => {
  const { asked, printed } = await run({ 'deactivate-missing': true });

  const part = { realmId: 4, deactivateMissing: true, dryRun: false };
  expect(asked).toEqual([
    { ...part, fromUserId: 0 },
    { ...part, fromUserId: 51 },
  ]);
  expect(printed).toEqual(['Deactivated gone@example.com.', 'Accounts with an entry: 51. Deactivated: 1.']);
});

it('deactivates only if the option says so', async () => {
  expect((await run({})).asked[0]).toMatchObject({ deactivateMissing: false });
});

it('lists the accounts of a dry run, and lets no replica deactivate them', async () => {
  const { asked, printed } = await run({ 'deactivate-missing': true, 'dry-run': true });

  expect(asked[0]).toMatchObject({ deactivateMissing: false, dryRun: true });
  expect(printed).toEqual(['Without an entry: gone@example.com', 'Accounts with an entry: 51. To deactivate: 1.']);
});
