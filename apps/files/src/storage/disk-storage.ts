import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ByteRange, FileStorage, ObjectMissing, type StoredObject } from './file-storage.js';

/** Below it, incomplete objects. A key cannot begin with a capital letter. */
const INCOMPLETE = 'INCOMPLETE';
const KEY = /^(?!\.)[a-z0-9._-]+(?:\/(?!\.)[a-z0-9._-]+)*$/;

/** Objects as files of one folder, which replicas on one machine share. */
export class DiskStorage extends FileStorage {
  constructor(private readonly folder: string) {
    super();
  }

  put(key: string, bytes: Readable): Promise<number> {
    return this.store(key, async (path) => {
      const file = createWriteStream(path, { flags: 'wx', flush: true });
      await pipeline(bytes, file);
    });
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const file = await open(this.pathOf(key)).catch(rethrowMissing(key));
    return createReadStream('', { fd: file, ...range });
  }

  async head(key: string): Promise<StoredObject | undefined> {
    try {
      const { size, mtime } = await stat(this.pathOf(key));
      return { key, size, modifiedAt: mtime };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    const folder = await opendir(this.folder, { recursive: true }).catch(rethrowMissing(prefix));
    for await (const entry of folder) {
      if (!entry.isFile()) continue;
      const key = relative(this.folder, join(entry.parentPath, entry.name)).split(sep).join('/');
      if (!key.startsWith(prefix) || key.startsWith(INCOMPLETE)) continue;
      const found = await this.head(key);
      if (found) yield found;
    }
  }

  async copy(from: string, to: string): Promise<void> {
    await this.store(to, async (path) => {
      await copyFile(this.pathOf(from), path).catch(rethrowMissing(from));
      await sync(path);
    });
  }

  /** The file gets its name when its bytes are durable. */
  private async store(key: string, write: (path: string) => Promise<void>): Promise<number> {
    const target = this.pathOf(key);
    const incomplete = join(this.folder, INCOMPLETE, randomUUID());
    await mkdir(dirname(incomplete), { recursive: true });
    try {
      await write(incomplete);
      const { size } = await stat(incomplete);
      const created = await mkdir(dirname(target), { recursive: true });
      await rename(incomplete, target);
      await sync(dirname(target));
      if (created !== undefined) await sync(dirname(created));
      return size;
    } catch (error) {
      await rm(incomplete, { force: true });
      throw error;
    }
  }

  private pathOf(key: string): string {
    if (!KEY.test(key)) throw new Error(`Not a key of the storage: ${JSON.stringify(key)}.`);
    return join(this.folder, ...key.split('/'));
  }
}

/** Makes a file or the names in a folder durable. */
async function sync(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

const rethrowMissing = (key: string) => (error: unknown) => {
  throw isMissing(error) ? new ObjectMissing(key) : error;
};
