import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { findNewerServers, newerProgramLine } from './newer-redis.js';

let folder: string;
let env: NodeJS.ProcessEnv;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chat-newer-redis-'));
  mkdirSync(join(folder, 'bin'));
  env = { PATH: join(folder, 'bin') };
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function addProgram(name: string, output: string): string {
  const path = join(folder, 'bin', name);
  writeFileSync(path, `#!/bin/sh\necho "${output}"\n`);
  chmodSync(path, 0o755);
  return path;
}

it('finds servers of version 8 on the PATH', async () => {
  const valkey = addProgram('valkey-server', 'Valkey server v=8.1.1 sha=0');
  const redis = addProgram('redis-server', 'Redis server v=8.0.2 sha=0');

  expect(await findNewerServers({ env, downloadTo: folder })).toEqual([
    { title: 'Valkey 8', path: valkey, version: '8.1.1' },
    { title: 'Redis 8', path: redis, version: '8.0.2' },
  ]);
});

it('says that a server is missing if the PATH has an older one and there is no archive', async () => {
  addProgram('redis-server', 'Redis server v=7.0.15 sha=0');

  const lines = (await findNewerServers({ env, downloadTo: folder })).map(newerProgramLine);

  expect(lines).toEqual([
    'Valkey 8: not tested, because it was not found (this system has no apt-get)',
    'Redis 8: not tested, because it was not found (this system has no apt-get)',
  ]);
});

const usesDebian = spawnSync('apt-get', ['update', '--print-uris'], { encoding: 'utf8' }).stdout?.includes('/debian/');

(usesDebian ? it : it.skip)(
  'passes over an archive without a server of version 8',
  async () => {
    addProgram('apt-get', '');

    const old = await findNewerServers({ env, downloadTo: folder, release: 'bookworm' });

    expect(old.map(newerProgramLine)).toEqual([
      expect.stringMatching(/^Valkey 8: not tested.*it has no package valkey-server/),
      expect.stringMatching(/^Redis 8: not tested.*the archive of Debian bookworm has version 7\.0/),
    ]);
  },
  120_000,
);
