import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { prepareRedis } from './redis.js';
import { findRedis } from './redis-program.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chat-find-redis-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A PATH of one folder, with the given shell scripts in it. */
function pathWith(programs: Record<string, string>): NodeJS.ProcessEnv {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return { PATH: bin };
}

describe('findRedis', () => {
  it('takes the server on the PATH', async () => {
    const env = pathWith({ 'valkey-server': 'echo "Valkey server v=8.1.1 sha=0"' });

    const program = await findRedis({ downloadTo: join(folder, 'download'), env });

    expect(program.description).toBe(join(folder, 'bin', 'valkey-server'));
  });

  it('skips a server that is too old, and names the remedy if there is no other', async () => {
    const env = pathWith({ 'redis-server': 'echo "Redis server v=6.2.1 sha=0"', docker: 'exit 1' });

    const search = findRedis({ downloadTo: join(folder, 'download'), env });

    await expect(search).rejects.toThrow(
      /redis-server is older than 7\.0; docker is there but its engine does not answer.*REDIS_URL=redis:/s,
    );
  });

  it('takes docker last, and publishes it on the loopback interface only', async () => {
    const env = pathWith({ docker: 'exit 0' });

    const program = await findRedis({ downloadTo: join(folder, 'download'), env });
    const { args } = program.command('/data/redis.conf', 16_000);

    expect(args).toContain('--publish=127.0.0.1:16000:16000');
    expect(args).toContain('/data/redis.conf');
  });
});

it('keeps the password of a prepared Redis in files of its owner only', async () => {
  const program = { description: 'none', command: () => ({ file: 'none', args: [], env: {} }) };

  const server = await prepareRedis({ folder, isDurable: true, program });

  const password = new URL(server.url).password;
  expect(password).toMatch(/^[0-9a-f]{48}$/);
  expect(readFileSync(join(folder, 'redis.conf'), 'utf8')).toContain(`requirepass ${password}`);
});
