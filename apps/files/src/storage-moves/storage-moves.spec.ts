import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DiskStorage } from '../storage/disk-storage.js';
import type { FileStorage } from '../storage/file-storage.js';
import { moveFiles } from './move-command.js';

const KEYS = ['uploads/ab/one', 'previews/ab/one/840x560.webp', 'images/1/emoji/token/64', 'resumable/id/0'];

describe('export and import', () => {
  let folder: string;
  let copy: string;
  let storage: DiskStorage;
  let printed: string[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-moves-'));
    copy = join(folder, 'copy');
    storage = use('files');
    for (const key of [...KEYS, 'identity']) await put(storage, key);
    printed = [];
  });
  afterEach(async () => {
    delete process.env['FILES_DIR'];
    await rm(folder, { recursive: true });
  });
  /** The folder becomes the storage of the settings. */
  const use = (name: string) => {
    process.env['FILES_DIR'] = join(folder, name);
    return new DiskStorage(join(folder, name));
  };
  const put = (to: FileStorage, key: string, content = key) => to.put(key, Readable.from([Buffer.from(content)]));
  const run = async (...args: string[]) => {
    printed = [];
    return moveFiles(args, (line) => printed.push(line));
  };
  const contentsOf = async (from: FileStorage) => {
    const contents: Record<string, string> = {};
    for await (const { key } of from.list('')) contents[key] = await text(await from.get(key));
    return contents;
  };

  it('move every object to another storage, which then counts as the same', async () => {
    expect(await run('export', '--folder', copy)).toBe(0);
    expect(printed).toEqual(['4 objects copied (79 bytes), 0 were there already.']);
    const restored = use('restored');

    expect(await run('import', '--folder', copy)).toBe(0);

    expect(await contentsOf(restored)).toEqual(await contentsOf(storage));
  });

  it('continue after an end at any point', async () => {
    await run('export', '--folder', copy);
    const manifest = await readFile(join(copy, 'MANIFEST.jsonl'), 'utf8');
    await writeFile(join(copy, 'MANIFEST.jsonl'), manifest.slice(0, -10));
    await put(storage, 'uploads/ab/two');

    expect(await run('export', '--folder', copy)).toBe(0);
    expect(printed).toEqual([expect.stringMatching(/^2 objects copied \(\d+ bytes\), 3 were there already\.$/)]);

    const restored = use('restored');
    await put(restored, 'uploads/ab/one');
    expect(await run('import', '--folder', copy)).toBe(0);
    expect(printed).toEqual([expect.stringMatching(/^4 objects copied \(\d+ bytes\), 1 were there already\.$/)]);
    expect(await contentsOf(restored)).toEqual(await contentsOf(storage));
  });

  it('name objects of an export that are missing or were changed, and import the others only', async () => {
    await run('export', '--folder', copy);
    await new DiskStorage(copy).delete('images/1/emoji/token/64');
    await writeFile(join(copy, 'uploads/ab/one'), 'something else');
    const restored = use('restored');

    expect(await run('import', '--folder', copy)).toBe(1);

    expect(printed.join('\n')).toBe(
      '1 objects of the manifest are missing:\n  images/1/emoji/token/64\n' +
        '1 objects differ from the manifest:\n  uploads/ab/one',
    );
    expect(Object.keys(await contentsOf(restored)).sort()).toEqual(['identity', KEYS[1], KEYS[3]].sort());
  });

  it('keep the identity of a storage in use, and do not mix the files of two installations in an export', async () => {
    await run('export', '--folder', copy);
    const other = use('other');
    await put(other, 'identity', 'of another installation');

    expect(await run('import', '--folder', copy)).toBe(0);
    expect(await text(await other.get('identity'))).toBe('of another installation');

    expect(await run('export', '--folder', copy)).toBe(1);
    expect(printed).toEqual(['The target holds the files of another installation.']);
  });

  it.each([
    [['export'], 'Give one of: transfer'],
    [['export', '--folder'], "'--folder <value>' argument missing"],
    [['transfer', '--to', 'tape'], 'Give one of: transfer'],
    [['transfer', '--to', 's3'], 'Set S3_BUCKET'],
    [['import', '--folder', '/no/such/folder'], 'holds no export'],
  ])('the command %j is refused with the reason', async (args, reason) => {
    expect(await run(...args)).toBe(2);
    expect(printed.join('\n')).toContain(reason);
  });
});
