import { existsSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setting } from '@chat/configuration';
import { ApiError } from '@chat/contracts';
import { DiskStorage } from '../storage/disk-storage.js';
import { openStorage, type StorageKind } from '../storage/open-storage.js';
import { CopyFailed, type CopyJob, copyObjects } from './copy-objects.js';
import { Manifest } from './manifest.js';

/** The names are no keys of a storage, so the files are no objects of it. */
const EXPORT_MANIFEST = 'MANIFEST.jsonl';
const TRANSFER_MANIFEST = 'TRANSFER.jsonl';
const USAGE = 'Give one of: transfer --to s3|disk, export --folder …, import --folder …';

/** A mistake in the arguments or settings. */
class UsageError extends Error {}

/**
 * The operators' commands that move bytes. They run in a process of their own with the settings of the files service, so that no bytes pass
 * through Redis or a service. Resolves with the exit code: 0, 1 the storage failed, or objects are missing or differ, 2 not understood.
 */
export async function moveFiles(args: readonly string[], print: (line: string) => void): Promise<number> {
  try {
    const job = await jobOf(args);
    const { copied, bytes, skipped } = await copyObjects({ ...job, print }).finally(() => close(job));
    print(`${copied} objects copied (${bytes} bytes), ${skipped} were there already.`);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof CopyFailed || error instanceof ApiError)) throw error;
    print(error.message);
    return error instanceof UsageError ? 2 : 1;
  }
}

function jobOf(args: readonly string[]): Promise<Omit<CopyJob, 'print'>> {
  const { command, to, folder } = read(args);
  if (command === 'transfer' && (to === 's3' || to === 'disk')) return transferTo(to);
  if (command === 'export' && folder !== undefined) return exportTo(folder);
  if (command === 'import' && folder !== undefined) return importFrom(folder);
  throw new UsageError(USAGE);
}

function read(args: readonly string[]) {
  try {
    const options = { to: { type: 'string' }, folder: { type: 'string' } } as const;
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { command: positionals.join(' '), ...values };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${USAGE}`);
  }
}

async function transferTo(to: StorageKind): Promise<Omit<CopyJob, 'print'>> {
  if (setting('S3_BUCKET') === '') throw new UsageError('Set S3_BUCKET and the other settings of the bucket.');
  const folder = setting('FILES_DIR');
  await mkdir(folder, { recursive: true });
  const manifest = await Manifest.open(join(folder, TRANSFER_MANIFEST));
  const [disk, bucket] = [await openStorage('disk'), await openStorage('s3')];
  return { manifest, manifestUse: 'write', ...(to === 's3' ? { from: disk, to: bucket } : { from: bucket, to: disk }) };
}

async function exportTo(folder: string): Promise<Omit<CopyJob, 'print'>> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, EXPORT_MANIFEST);
  // The export of a storage without files can be imported, too.
  await appendFile(path, '');
  const manifest = await Manifest.open(path);
  return { from: await openStorage(), to: new DiskStorage(folder), manifest, manifestUse: 'write' };
}

async function importFrom(folder: string): Promise<Omit<CopyJob, 'print'>> {
  const path = join(folder, EXPORT_MANIFEST);
  if (!existsSync(path)) throw new UsageError(`${folder} holds no export: there is no ${EXPORT_MANIFEST}.`);
  const manifest = await Manifest.open(path);
  return { from: new DiskStorage(folder), to: await openStorage(), manifest, manifestUse: 'check' };
}

function close({ from, to }: Pick<CopyJob, 'from' | 'to'>): void {
  from.close();
  to.close();
}
