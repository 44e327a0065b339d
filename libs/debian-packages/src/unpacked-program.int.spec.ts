import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { unpackLibraries } from './unpacked-libraries.js';
import { findUnpacked, unpackProgram, type WantedProgram } from './unpacked-program.js';

// Needs the package archive, which is there wherever programs are fetched from it at all.
const hasArchive = spawnSync('apt-get', ['--version']).status === 0;
const itWithArchive = hasArchive ? it : it.skip;

const REDIS: WantedProgram = {
  packages: [
    ['redis-server', 'no-such-package'],
    ['redis-server', 'redis-tools'],
  ],
  paths: ['usr/bin/no-such-program', 'usr/bin/redis-server'],
  versionArguments: ['--version'],
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chat-packages-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

itWithArchive(
  'fetches a program that runs from the package archive, into a folder that may be moved',
  async () => {
    const [first, moved] = [join(folder, 'first'), join(folder, 'moved')];

    const unpacked = findUnpacked(first, REDIS) ?? (await unpackProgram(first, REDIS));
    const version = spawnSync(unpacked.path, ['--version'], { env: { LD_LIBRARY_PATH: unpacked.libraries } });
    expect(version.stdout.toString()).toMatch(/server v=\d/);
    expect(findUnpacked(first, REDIS)).toEqual(unpacked);
    expect([readdirSync(folder), readdirSync(first)]).toEqual([['first'], ['root']]);

    renameSync(first, moved);
    expect(findUnpacked(moved, REDIS)).toMatchObject({ path: join(moved, 'root/usr/bin/redis-server') });
    expect(findUnpacked(first, REDIS)).toBeUndefined();
  },
  120_000,
);

itWithArchive(
  'fetches a program of another release together with its C library',
  async () => {
    const wanted: WantedProgram = {
      packages: [['valkey-server', 'valkey-tools']],
      paths: ['usr/bin/valkey-server'],
      versionArguments: ['--version'],
      release: 'trixie',
    };
    const [first, moved] = [join(folder, 'first'), join(folder, 'moved')];

    expect(await unpackProgram(first, wanted)).toMatchObject({ path: join(first, 'bin/valkey-server') });
    renameSync(first, moved);

    const { path } = findUnpacked(moved, wanted) ?? {};
    expect(spawnSync(path as string, ['--version']).stdout.toString()).toMatch(/^Valkey server v=8\./);
  },
  120_000,
);

itWithArchive(
  'is fetched by several at once, and the first copy stays',
  async () => {
    const program = join(folder, 'redis/root/usr/bin/redis-server');
    const fetching = [1, 2].map(async () => {
      const { path } = await unpackProgram(join(folder, 'redis'), REDIS);
      return [path, statSync(program).ino];
    });

    const first = await Promise.race(fetching);
    expect(await Promise.all(fetching)).toEqual([first, first]);
    expect(readdirSync(folder)).toEqual(['redis']);
  },
  120_000,
);

itWithArchive(
  'names a program that the archive lacks, and leaves no files behind',
  async () => {
    const wanted = { ...REDIS, packages: [['no-such-package'], ['nor-this']] };

    await expect(unpackProgram(join(folder, 'x'), wanted)).rejects.toThrow(
      'it has no package no-such-package or nor-this',
    );
    expect(readdirSync(folder)).toEqual([]);
  },
  120_000,
);

itWithArchive(
  'fetches libraries together with those that they depend on',
  async () => {
    const libraries = await unpackLibraries(join(folder, 'libraries'), ['libnss3']);

    const found = libraries.split(':').flatMap((place) => readdirSync(place));
    expect(found).toEqual(
      expect.arrayContaining(['libnss3.so', 'libnspr4.so', expect.stringMatching('libsqlite3.so')]),
    );
    expect(found).not.toContain('libc.so.6');
    expect(readdirSync(folder)).toEqual(['libraries']);
  },
  120_000,
);

it('passes over a program that does not run', () => {
  mkdirSync(join(folder, 'root/usr/bin'), { recursive: true });
  const program = join(folder, 'root/usr/bin/redis-server');
  const write = (status: number) => {
    writeFileSync(program, `#!/bin/sh\nexit ${status}\n`);
    chmodSync(program, 0o755);
  };

  write(127);
  expect(findUnpacked(folder, REDIS)).toBeUndefined();
  write(0);
  expect(findUnpacked(folder, REDIS)).toMatchObject({ path: program });
});
