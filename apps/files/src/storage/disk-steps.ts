import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { ObjectMissing, STORAGE_STEP_MS, withinStepTime } from './file-storage.js';
import { storageError } from './storage-failures.js';

/** EFBIG: over the limit of the process or the file system for one file. */
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** The result of a step on the disk, or its failure as a 507 or 503. */
export async function diskStep<Result>(step: Promise<Result>, ms = STORAGE_STEP_MS): Promise<Result> {
  try {
    return await withinStepTime(step, ms);
  } catch (error) {
    throw error instanceof ObjectMissing ? error : storageError(error, FULL.includes(codeOf(error)));
  }
}

/**
 * Writes the stream to the end of the file, and calls `wrote` after each part. Resolves with the number of bytes; errors of the stream are
 * passed on.
 */
export async function appendStream(
  file: FileHandle,
  bytes: Readable,
  { ms = STORAGE_STEP_MS, wrote }: { readonly ms?: number; readonly wrote?: (bytes: number) => Promise<void> } = {},
): Promise<number> {
  let size = 0;
  for await (const chunk of bytes) {
    for (let written = 0; written < chunk.length; ) {
      written += (await diskStep(file.write(chunk, written), ms)).bytesWritten;
    }
    size += chunk.length;
    if (wrote) await diskStep(wrote(chunk.length), ms);
  }
  return size;
}

/** The code of an error of the system, such as `ENOENT`. */
export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';
