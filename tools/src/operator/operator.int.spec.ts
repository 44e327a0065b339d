import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeTemporaryFolder, type RunningServer, startRedis } from '../index.js';
import { freePort } from '../servers/free-port.js';

const COMMAND = fileURLToPath(new URL('./chat.mjs', import.meta.url));
const ENDS_WITHIN_MS = 20_000;
const NO_SCHEME = 'begins with none of redis://, rediss://, redis-sentinel://, rediss-sentinel://.';

let folder: string;
let redis: RunningServer;
let closedPort: number;

beforeAll(async () => {
  folder = makeTemporaryFolder('chat-operator-');
  redis = await startRedis({ folder: join(folder, 'redis') });
  closedPort = await freePort();
}, 60_000);

afterAll(async () => {
  await redis?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the real program until it ends by itself. */
function chat(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [COMMAND, 'list-realms'], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: ENDS_WITHIN_MS,
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said: said.trim() })));
}

describe('without a running system, the command line exits and names the missing system', () => {
  it('where nothing listens', async () => {
    expect(await chat({ REDIS_URL: `redis://127.0.0.1:${closedPort}` })).toEqual({
      code: 2,
      said: `REDIS_URL names a Redis at 127.0.0.1:${closedPort}, which does not answer (connect ECONNREFUSED 127.0.0.1:${closedPort})`,
    });
  }, 30_000);

  it('where the password is wrong, which is not shown', async () => {
    const { host } = new URL(redis.url);

    const { code, said } = await chat({ REDIS_URL: `redis://:secret-word@${host}` });

    expect(code).toBe(2);
    expect(said).toContain(`REDIS_URL names a Redis at ${host}, which does not answer (WRONGPASS`);
    expect(said).not.toContain('secret-word');
  }, 30_000);

  it('where the address is none', async () => {
    expect(await chat({ REDIS_URL: 'nonsense' })).toEqual({ code: 2, said: `REDIS_URL ${NO_SCHEME}` });
    const file = join(folder, 'redis-url');
    writeFileSync(file, 'nonsense\n');
    expect((await chat({ REDIS_URL_FILE: file })).said).toBe(`REDIS_URL_FILE ${NO_SCHEME}`);
  }, 30_000);

  it('where only Redis runs', async () => {
    expect(await chat({ REDIS_URL: redis.url })).toEqual({
      code: 1,
      said: 'The realm-settings service cannot answer right now; try again shortly.',
    });
  }, 30_000);
});
