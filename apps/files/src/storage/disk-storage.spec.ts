import { execFile } from 'node:child_process';
import { type FileHandle, mkdir, mkdtemp, open, readdir, readlink, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { appendStream } from './disk-steps.js';
import { DiskStorage } from './disk-storage.js';
import { describeStorage } from './storage-contract.testing.js';

const run = promisify(execFile);
const newFolder = () => mkdtemp(join(tmpdir(), 'chat-storage-'));
const HOUR_MS = 3_600_000;
const itOnLinux = process.platform === 'linux' ? it : it.skip;

describeStorage('a folder', async () => {
  const folder = await newFolder();
  return {
    // The put makes the folder, too.
    storage: new DiskStorage(join(folder, 'made', 'by-put')),
    leaveIncomplete: () => writeFile(join(folder, 'made/by-put/INCOMPLETE/left-over'), 'some bytes'),
    close: () => rm(folder, { recursive: true }),
  };
});

describe('the storage in a folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await newFolder();
  });
  afterEach(() => rm(folder, { recursive: true }));
  const incomplete = () => readdir(join(folder, 'INCOMPLETE'));

  it('keeps an unfinished object out of sight, and removes it only when nothing was written to it for an hour', async () => {
    const storage = new DiskStorage(folder);
    const stream = new PassThrough();
    stream.write('first half, ');
    const storing = storage.put('slow/one', stream);
    while ((await incomplete().catch(() => [])).length === 0);

    expect(await storage.head('slow/one')).toBeUndefined();
    expect(await storage.removeIncomplete(new Date(Date.now() - HOUR_MS))).toBe(0);
    stream.end('second half');

    expect(await storing).toBe(23);
    expect(await incomplete()).toEqual([]);
  });

  itOnLinux(
    'syncs the bytes before their object has its name, and each folder above it before the put resolves',
    async () => {
      const storage = new DiskStorage(folder);
      const handle = await open(folder);
      const synced: string[] = [];
      const sync = jest.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync').mockImplementation(async function (
        this: FileHandle,
      ) {
        synced.push(relative(folder, await readlink(`/proc/self/fd/${this.fd}`)));
      });
      try {
        await storage.put('images/1/a', Readable.from([Buffer.from('bytes')]));
      } finally {
        sync.mockRestore();
        await handle.close();
      }

      // The first object makes the folder of the storage durable, too.
      const [made, bytes, ...names] = synced;
      expect([made, bytes]).toEqual(['', expect.stringMatching(/^INCOMPLETE\//)]);
      expect(names.sort()).toEqual(['', 'images', 'images/1']);
    },
  );

  it('removes the folder of an object with its last object', async () => {
    const storage = new DiskStorage(folder);
    for (const key of ['images/1/a', 'images/1/b']) await storage.put(key, Readable.from([Buffer.from(key)]));

    await storage.delete('images/1/a');
    expect(await readdir(join(folder, 'images'))).toEqual(['1']);
    await storage.delete('images/1/b');
    expect(await readdir(join(folder, 'images'))).toEqual([]);
  });

  it('lists none of the files that are no objects', async () => {
    await mkdir(join(folder, 'lost+found'));
    for (const name of ['.hidden', 'README.TXT', 'lost+found/1', 'object']) await writeFile(join(folder, name), 'x');
    const keys: string[] = [];
    for await (const { key } of new DiskStorage(folder).list('')) keys.push(key);

    expect(keys).toEqual(['object']);
  });

  itOnLinux('says that it is full if the bytes do not fit', async () => {
    const full = await open('/dev/full', 'r+');
    const stream = Readable.from([Buffer.alloc(10)]);

    await expect(appendStream(full, stream)).rejects.toMatchObject({ status: 507, code: 'STORAGE_FULL' });

    expect(stream.destroyed).toBe(true);
    await full.close();
  });

  it('answers 503 within a time if the disk does not answer', async () => {
    // Opening a pipe waits for a writer, as a file of a disk that is away waits for the disk.
    const pipe = join(folder, 'stuck');
    await run('mkfifo', [pipe]);
    const storage = new DiskStorage(folder, 50);

    await expect(storage.get('stuck')).rejects.toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });

    await (await open(pipe, 'r+')).close();
  });

  it('answers 503 while its folder is away, and puts nothing in its place', async () => {
    const storage = new DiskStorage(folder);
    const put = (key: string) => storage.put(key, Readable.from([Buffer.from(key)]));
    await put('one');
    await rename(folder, `${folder}-away`);

    await expect(put('two')).rejects.toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    await expect(readdir(folder)).rejects.toMatchObject({ code: 'ENOENT' });

    await rename(`${folder}-away`, folder);
    expect(await put('three')).toBe(5);
    expect((await storage.head('one'))?.size).toBe(3);
  });

  it('puts nothing in the place of a folder that goes away after a read, or during a put', async () => {
    const storage = new DiskStorage(folder);
    await storage.put('one', Readable.from([Buffer.from('one')]));
    const reader = new DiskStorage(folder);
    expect((await reader.head('one'))?.size).toBe(3);
    const stream = new PassThrough();
    stream.write('first half, ');
    const storing = storage.put('slow/one', stream);
    storing.catch(() => {});
    while ((await incomplete()).length === 0);
    await rename(folder, `${folder}-away`);

    stream.end('second half');
    await expect(storing).rejects.toMatchObject({ status: 503 });
    await expect(reader.put('two', Readable.from([Buffer.from('two')]))).rejects.toMatchObject({ status: 503 });
    await expect(readdir(folder)).rejects.toMatchObject({ code: 'ENOENT' });

    await rename(`${folder}-away`, folder);
    await rm(join(folder, 'INCOMPLETE'), { recursive: true });
    expect(await reader.put('folder/two', Readable.from([Buffer.from('two')]))).toBe(3);
  });

  it('answers 503 if the folder cannot be used', async () => {
    await writeFile(join(folder, 'file'), '');
    const stream = Readable.from([Buffer.from('x')]);

    await expect(new DiskStorage(join(folder, 'file')).put('one', stream)).rejects.toMatchObject({ status: 503 });
    expect(stream.destroyed).toBe(true);
  });
});
