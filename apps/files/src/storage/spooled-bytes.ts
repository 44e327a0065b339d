import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { appendStream, diskStep } from './disk-steps.js';

/** The bytes of a stream that has ended. */
interface SpooledBytes {
  readonly size: number;
  /** Opens them from the beginning. */
  readonly open: () => Readable;
}

/**
 * Lets a stream end in a file of the folder before its bytes are used: a slow sender then costs neither memory nor a place among the uploads
 * to a bucket. The file has no name while it is open, so a killed process leaves nothing.
 */
export async function withSpooled<Result>(
  bytes: Readable,
  folder: string,
  use: (spooled: SpooledBytes) => Promise<Result>,
): Promise<Result> {
  const path = join(folder, randomUUID());
  await diskStep(mkdir(folder, { recursive: true }));
  const file = await diskStep(open(path, 'wx+'));
  try {
    await diskStep(rm(path));
    const size = await appendStream(file, bytes);
    return await use({ size, open: () => file.createReadStream({ start: 0, autoClose: false }) });
  } finally {
    await diskStep(file.close()).catch(() => {});
  }
}
