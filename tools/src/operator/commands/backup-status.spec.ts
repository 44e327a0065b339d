import type { BackupStatus } from '@chat/contracts';
import { expect, it } from '@jest/globals';
import { CheckFailed, CommandError } from '../command.js';
import type { Operator } from '../operator.js';
import { backupStatusCommand } from './backup-status.js';

const YOUNG: BackupStatus = { isArchiving: true, ageSeconds: 59.6, failures: 0, isFailing: false };

/** The printed lines, and the error that ends the command. */
async function run(status: BackupStatus, maxAge?: string) {
  const printed: string[] = [];
  const operator = { request: async () => status } as unknown as Operator;
  const options = maxAge === undefined ? {} : { 'max-age': maxAge };
  const error: unknown = await backupStatusCommand
    .run(operator, options as { 'max-age': string | undefined }, (line) => printed.push(line))
    .catch((reason: unknown) => reason);
  return { printed, error };
}

it('shows the age of the newest restorable moment', async () => {
  expect(await run(YOUNG)).toEqual({ printed: ['The newest restorable moment is 60 s ago.'], error: undefined });
});

it('shows earlier failures, which do not fail the check', async () => {
  const { printed, error } = await run({ ...YOUNG, failures: 3 });

  expect(printed[1]).toBe('PostgreSQL could not archive 3 times; its log has the reason.');
  expect(error).toBeUndefined();
});

it.each([
  ['a moment of more than 15 minutes ago', { ...YOUNG, ageSeconds: 901 }, undefined, 'the limit is 900 s'],
  ['a moment beyond the given limit', YOUNG, '30', 'the limit is 30 s'],
  ['a failed last attempt', { ...YOUNG, failures: 1, isFailing: true }, undefined, 'last attempt to archive failed'],
  ['an archive without a file', { ...YOUNG, ageSeconds: null }, undefined, 'archived nothing yet'],
  ['no archive', { ...YOUNG, isArchiving: false, ageSeconds: null }, undefined, 'archive_mode is off'],
])('fails for %s', async (_, status, maxAge, message) => {
  const { error } = await run(status, maxAge);

  expect(error).toBeInstanceOf(CheckFailed);
  expect((error as Error).message).toContain(message);
});

it('refuses a limit that is no number', async () => {
  expect((await run(YOUNG, 'soon')).error).toEqual(new CommandError('--max-age is a whole number from 1 up.'));
});
