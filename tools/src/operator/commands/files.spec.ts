import { CheckFileStorage, GetFilesUsage, ListRealms, SetUploadQuota, SweepFiles } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { runCommand } from '../run-command.js';
import { filesCommands } from './files.js';

const MIB = 1024 * 1024;
const REALM = { realmId: 4, str: 'acme', name: 'Acme', isDefault: true, isDeactivated: false };

/** Runs a command against fake services. Returns the last request, the last printed line and the error. */
async function run(args: readonly string[], replies: Readonly<Record<string, object>> = {}) {
  const asked: [string, object, number][] = [];
  const printed: string[] = [];
  const operator = {
    request: async (type: { pattern: string }, fields: object, realmId: number) => {
      asked.push([type.pattern, fields, realmId]);
      return type.pattern === ListRealms.pattern ? [REALM] : (replies[type.pattern] ?? {});
    },
    close: async () => {},
  };
  const error = await runCommand(
    { calledAs: 'chat', commands: filesCommands },
    args,
    async () => operator as never,
    (line) => printed.push(line),
  ).then(
    () => undefined,
    (reason: Error) => reason.message.split('\n')[0],
  );
  return { asked: asked.at(-1), printed: printed.at(-1), error };
}

describe('files quota', () => {
  it.each([
    ['500', { realmId: 4, uploadQuotaMib: 500 }, 'Realm "Acme": the quota is 500 MiB.'],
    ['0', { realmId: 4, uploadQuotaMib: 0 }, 'Realm "Acme": the quota is 0 MiB.'],
    ['none', { realmId: 4, uploadQuotaMib: null }, 'Realm "Acme": the quota is none.'],
    ['default', { realmId: 4 }, 'Realm "Acme": the quota is default.'],
  ])('sets %s', async (mib, fields, line) => {
    const { asked, printed } = await run(['files', 'quota', '--mib', mib]);

    expect(asked).toEqual([SetUploadQuota.pattern, fields, 4]);
    expect(printed).toBe(line);
  });

  it.each(['', '-1', '1.5', 'much', '99999999999'])('refuses %j', async (mib) => {
    const { asked, error } = await run(['files', 'quota', `--mib=${mib}`]);

    expect(error).toContain('--mib');
    expect(asked?.[0]).not.toBe(SetUploadQuota.pattern);
  });
});

it.each([
  [500, 'Realm "Acme": 3 files, 2.0 MiB; uploads under way 1.0 MiB; quota 500 MiB.'],
  [null, 'Realm "Acme": 3 files, 2.0 MiB; uploads under way 1.0 MiB; no quota.'],
])('files usage shows the space and the quota %j', async (quotaMib, line) => {
  const usage = { files: 3, bytesUsed: 2 * MIB, bytesReserved: MIB, quotaMib };

  expect((await run(['files', 'usage'], { [GetFilesUsage.pattern]: usage })).printed).toBe(line);
});

it('files sweep says how many files it deleted', async () => {
  expect((await run(['files', 'sweep'], { [SweepFiles.pattern]: { deleted: 7 } })).printed).toBe('Deleted 7 files.');
});

it.each([
  [0, undefined],
  [2, 'The log of the files service names the files without bytes.'],
])('files check with %i files without bytes ends with the error %j', async (filesWithoutBytes, message) => {
  const found = { objectsWithoutRow: 1, filesWithoutBytes };

  const { printed, error } = await run(['files', 'check'], { [CheckFileStorage.pattern]: found });

  expect(printed).toBe(`Bytes without a file, now being deleted: 1. Files without bytes: ${filesWithoutBytes}.`);
  expect(error).toBe(message);
});
