import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { eventually } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const PROGRAM = fileURLToPath(new URL('../../dist/move-files.js', import.meta.url));
const FILES = 200;
const SIZE = 200_000;

describe('the program that moves files', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-move-'));
    await mkdir(join(folder, 'files/uploads/ab'), { recursive: true });
    for (let n = 0; n < FILES; n++) await writeFile(join(folder, `files/uploads/ab/${n}`), Buffer.alloc(SIZE, n));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** `limit`: a command of the shell before the program. */
  const start = (limit = ':'): ChildProcess =>
    spawn(
      'sh',
      ['-c', `${limit}; exec "$@"`, 'sh', process.execPath, PROGRAM, 'export', '--folder', join(folder, 'copy')],
      {
        env: { PATH: process.env['PATH'], FILES_DIR: join(folder, 'files') },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
  const run = async (limit?: string) => {
    const child = start(limit);
    const [output, [code]] = await Promise.all([text(child.stdout as NodeJS.ReadableStream), once(child, 'exit')]);
    return { output, code };
  };
  const copied = () => readdir(join(folder, 'copy/uploads/ab')).catch(() => [] as string[]);
  const incomplete = () => readdir(join(folder, 'copy/INCOMPLETE'));

  it('leaves nothing half on a full disk, and ends its work when space came back', async () => {
    // A limit for the size of a file, in blocks of 512 bytes, stands for a full disk, which needs root to make.
    const { output, code } = await run('ulimit -f 200');

    expect([code, output]).toEqual([1, 'The server has no space for this file.\n']);
    expect([await copied(), await incomplete()]).toEqual([[], []]);
    expect((await run()).output).toBe(`${FILES} objects copied (${FILES * SIZE} bytes), 0 were there already.\n`);
  });

  it('continues after a kill, and never shows a file that is not whole', async () => {
    const child = start();
    await eventually(async () => (await copied()).length > 10);
    child.kill('SIGKILL');
    await once(child, 'exit');

    const names = await copied();
    for (const name of names) expect((await stat(join(folder, 'copy/uploads/ab', name))).size).toBe(SIZE);
    expect(names.length).toBeLessThan(FILES);

    expect((await run()).code).toBe(0);
    const last = await readFile(join(folder, 'copy/uploads/ab', String(FILES - 1)));
    expect([(await copied()).length, last.equals(Buffer.alloc(SIZE, FILES - 1))]).toEqual([FILES, true]);
  });
});
