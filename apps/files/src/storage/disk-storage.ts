import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { appendStream, codeOf, diskStep } from './disk-steps.js';
import {
  type ByteRange,
  FileStorage,
  isKey,
  ObjectMissing,
  STORAGE_STEP_MS,
  type StoredObject,
} from './file-storage.js';
import { GradualSync } from './gradual-sync.js';

/** Below it, incomplete objects. A key cannot begin with a capital letter. */
const INCOMPLETE = 'INCOMPLETE';
/** ENOTDIR, EISDIR: the key of an object stands where a folder would be, or the reverse. */
const MISSING = ['ENOENT', 'ENOTDIR', 'EISDIR'];
const READ_BYTES = 256 * 1024;
/** A folder can be removed as empty before the new object is in it. */
const MAX_RENAMES = 5;

/**
 * Objects as files of one folder, which replicas on one machine share. A file gets its name when its bytes are durable, and its put resolves
 * when the name is durable, too.
 */
export class DiskStorage extends FileStorage {
  private readonly folder: string;
  /** Since then a missing folder is a disk that is away. A new folder in its place would keep objects that are lost when the disk is back. */
  private wasFound = false;

  constructor(
    folder: string,
    private readonly stepMs = STORAGE_STEP_MS,
  ) {
    super();
    this.folder = resolve(folder);
  }

  async put(key: string, bytes: Readable): Promise<number> {
    const incomplete = join(this.folder, INCOMPLETE, randomUUID());
    try {
      const target = this.pathOf(key);
      const size = await this.write(incomplete, bytes);
      await this.publish(incomplete, target);
      return size;
    } catch (error) {
      bytes.destroy();
      await this.step(rm(incomplete, { force: true })).catch(() => {});
      throw error;
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const file = await this.step(open(this.pathOf(key)).catch(rethrowMissing(key)));
    const { start = 0, end = Infinity } = range ?? {};
    const buffer = Buffer.allocUnsafe(Math.min(end - start + 1, READ_BYTES));
    try {
      const { bytesRead } = await this.step(file.read(buffer, 0, buffer.length, start).catch(rethrowMissing(key)));
      const first = buffer.subarray(0, bytesRead);
      // A small range needs no further steps.
      if (start + bytesRead > end) {
        await this.step(file.close());
        return Readable.from([first]);
      }
      const rest = file.createReadStream({ start: start + bytesRead, end, highWaterMark: READ_BYTES });
      rest.unshift(first);
      return rest;
    } catch (error) {
      await file.close().catch(() => {});
      throw error;
    }
  }

  async head(key: string): Promise<StoredObject | undefined> {
    const found = await this.step(stat(this.pathOf(key)).catch(unlessMissing));
    if (found) this.wasFound = true;
    return found?.isFile() ? { key, size: found.size, modifiedAt: found.mtime } : undefined;
  }

  async delete(key: string): Promise<void> {
    const path = this.pathOf(key);
    await this.step(
      unlink(path)
        .then(() => sync(dirname(path)))
        .catch(unlessMissing),
    );
    await this.removeEmpty(dirname(path));
  }

  list(prefix: string): AsyncIterable<StoredObject> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    return this.walk(folder, prefix);
  }

  async copy(from: string, to: string): Promise<void> {
    await this.put(to, await this.get(from));
  }

  async removeIncomplete(before: Date): Promise<number> {
    const folder = join(this.folder, INCOMPLETE);
    let removed = 0;
    for (const { name } of await this.entriesOf(folder)) {
      const path = join(folder, name);
      // A write that is under way changes this time.
      const { mtime } = (await this.step(stat(path).catch(unlessMissing))) ?? {};
      if (mtime === undefined || mtime >= before) continue;
      await this.step(rm(path, { force: true }));
      removed++;
    }
    return removed;
  }

  private async create(path: string): Promise<FileHandle> {
    const file = await open(path, 'wx').catch(async (error) => {
      if (!isMissing(error)) throw error;
      if (this.wasFound) await this.makeFolder(dirname(path));
      else await makeDurably(this.folder, dirname(path));
      return open(path, 'wx');
    });
    this.wasFound = true;
    return file;
  }

  private async write(path: string, bytes: Readable): Promise<number> {
    const file = await this.step(this.create(path));
    try {
      const syncs = new GradualSync(file);
      const size = await appendStream(file, bytes, { ms: this.stepMs, wrote: (part) => syncs.wrote(part) });
      await this.step(syncs.end());
      return size;
    } finally {
      await this.step(file.close()).catch(() => {});
    }
  }

  /** Gives the file its name, durably, or removes it. */
  private async publish(incomplete: string, target: string): Promise<void> {
    try {
      await this.step(this.rename(incomplete, target));
      // All of them, since another process may have made one and not synced it yet.
      await this.step(Promise.all(foldersUpTo(dirname(target), this.folder).map(sync)));
    } catch (error) {
      await this.step(rm(target, { force: true })).catch(() => {});
      throw error;
    }
  }

  private async rename(from: string, to: string, attempt = 1): Promise<void> {
    await rename(from, to).catch(async (error) => {
      if (!isMissing(error) || attempt === MAX_RENAMES) throw error;
      await this.makeFolder(dirname(to)).catch(unlessMissing);
      return this.rename(from, to, attempt + 1);
    });
  }

  /** Makes a folder of keys with those above it, but not the folder of the storage. */
  private async makeFolder(folder: string): Promise<void> {
    for (const missing of foldersUpTo(folder, this.folder).reverse().slice(1)) {
      await mkdir(missing).catch((error) => {
        if (codeOf(error) !== 'EEXIST') throw error;
      });
    }
  }

  /** Removes folders without entries, up to those directly in the folder of the storage. */
  private async removeEmpty(folder: string): Promise<void> {
    if (folder === this.folder || dirname(folder) === this.folder) return;
    const isRemoved = await this.step(
      rmdir(folder).then(
        () => true,
        () => false,
      ),
    );
    if (isRemoved) await this.removeEmpty(dirname(folder));
  }

  private async *walk(folder: string, prefix: string): AsyncGenerator<StoredObject> {
    for (const entry of await this.entriesOf(folder === '' ? this.folder : this.pathOf(folder.slice(0, -1)))) {
      const key = `${folder}${entry.name}`;
      if (!isKey(key)) continue;
      if (entry.isDirectory() && `${key}/`.startsWith(prefix.slice(0, key.length + 1))) {
        yield* this.walk(`${key}/`, prefix);
      }
      const found = entry.isFile() && key.startsWith(prefix) ? await this.head(key) : undefined;
      if (found) yield found;
    }
  }

  private entriesOf(folder: string): Promise<Dirent[]> {
    return this.step(readdir(folder, { withFileTypes: true }).catch(unlessMissing)).then((entries) => entries ?? []);
  }

  private step<Result>(step: Promise<Result>): Promise<Result> {
    return diskStep(step, this.stepMs);
  }

  private pathOf(key: string): string {
    if (!isKey(key)) throw new Error(`Not a key of the storage: ${JSON.stringify(key)}.`);
    return join(this.folder, ...key.split('/'));
  }
}

/** The folder and those above it up to `top`. */
const foldersUpTo = (folder: string, top: string): string[] =>
  folder === top ? [folder] : [folder, ...foldersUpTo(dirname(folder), top)];

async function makeDurably(top: string, folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first !== undefined) await Promise.all(foldersUpTo(top, dirname(first)).map(sync));
}

/** Makes the names in a folder durable. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const isMissing = (error: unknown): boolean => MISSING.includes(codeOf(error));

const rethrowMissing = (key: string) => (error: unknown) => {
  throw isMissing(error) ? new ObjectMissing(key) : error;
};

const unlessMissing = (error: unknown): undefined => {
  if (!isMissing(error)) throw error;
};
