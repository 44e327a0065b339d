import type { FileHandle } from 'node:fs/promises';

/** Bytes that are written between two syncs of a file. */
export const SYNC_BYTES = 1024 * 1024;

/** The last sync in the line of this process. */
let lastInLine: Promise<unknown> = Promise.resolve();

/**
 * Makes the bytes of a file durable while they arrive: a part at a time, and a large file after another. A sync of many megabytes at once
 * delays each commit of a database on the same disk until it ends.
 */
export class GradualSync {
  private unsynced = 0;
  private isLarge = false;
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly file: Pick<FileHandle, 'sync' | 'datasync'>) {}

  /** Call it after each write. Waits while an earlier part is synced, so at most two parts are not durable. */
  async wrote(bytes: number): Promise<void> {
    this.unsynced += bytes;
    if (this.unsynced < SYNC_BYTES) return;
    this.unsynced = 0;
    this.isLarge = true;
    await this.running;
    this.running = inLine(() => this.file.datasync());
    // The next call or the end reports the failure.
    this.running.catch(() => {});
  }

  /** Resolves when all bytes are durable. */
  async end(): Promise<void> {
    await this.running;
    // The disk stores small files of simultaneous syncs together.
    await (this.isLarge ? inLine(() => this.file.sync()) : this.file.sync());
  }
}

function inLine(sync: () => Promise<void>): Promise<void> {
  const turn = lastInLine.then(sync);
  lastInLine = turn.catch(() => {});
  return turn;
}
