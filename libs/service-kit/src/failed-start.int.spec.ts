import { spawnSync } from 'node:child_process';
import { startRedisServer } from '@chat/testing';
import { expect, it } from '@jest/globals';

const KIT = new URL('../dist/index.js', import.meta.url).href;
/** For a hanging process; a busy machine takes seconds to load it. */
const END_WITHIN_MS = 60_000;
const SCRIPT = `import { runService, ServiceModule } from '${KIT}';
  class Reports {}
  const imports = [ServiceModule.forRoot({ name: 'users' })];
  await runService('users', { module: Reports, imports });`;

function start(env: Record<string, string>) {
  const options = {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'silent', ...env },
    timeout: END_WITHIN_MS,
    encoding: 'utf8',
  } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', SCRIPT], options);
  return [status, stdout, stderr];
}

it.each([
  ['', 'Set the environment variable REDIS_URL (or REDIS_URL_FILE).'],
  [
    'redis-sentinel://:secret@h1?sentinelMasterId=chat',
    'REDIS_URL names a Sentinel without a port: write host:26379,host:26379.',
  ],
])(
  'a service that cannot start with REDIS_URL "%s" prints one line and exits with 1',
  (url, message) => {
    expect(start({ REDIS_URL: url })).toEqual([1, '', `users cannot start: ${message}\n`]);
  },
  2 * END_WITHIN_MS,
);

it(
  'a service that cannot use the Redis of REDIS_URL prints one line and exits with 1',
  async () => {
    const server = await startRedisServer(['maxmemory-policy allkeys-lru']);

    expect(start({ REDIS_URL: server.url })).toEqual([
      1,
      '',
      'users cannot start: REDIS_URL cannot be used: the server has maxmemory-policy allkeys-lru, but the services need noeviction.\n',
    ]);
    await server.stop();
  },
  2 * END_WITHIN_MS,
);
