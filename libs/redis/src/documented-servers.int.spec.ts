import { readFileSync } from 'node:fs';
import { eventually, startRedisServer, type TestRedisServer } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectRedis } from './connect.js';
import { redisProblem } from './redis-problem.js';

const read = (page: string) => readFileSync(new URL(`../../../docs/operations/${page}`, import.meta.url), 'utf8');

/** The code block of the page that contains a text. */
function exampleWith(text: string): string {
  const blocks = read('requirements.md').split(/^```.*\n/m);
  return blocks.find((block, index) => index % 2 === 1 && block.includes(text)) ?? '';
}

const SERVER_FILE = exampleWith('min-replicas-to-write');
const SENTINEL_FILE = exampleWith('sentinel monitor');
const ADDRESS = /^REDIS_URL='(redis-sentinel:.*)'$/m.exec(exampleWith('redis-sentinel://'))?.[1] ?? '';
const FIRST_MACHINE = '10.0.0.1 6379';

/** Settings of a file. Port and folder are those of the test; the primary has no line with an address. */
function settingsOf(file: string, primary?: TestRedisServer): string[] {
  const settings = file.split('\n').filter((line) => !/^(#|port |dir |$)/.test(line));
  if (primary === undefined) return settings.filter((line) => !line.includes(FIRST_MACHINE));
  return settings.map((line) => line.replace(FIRST_MACHINE, `127.0.0.1 ${primary.port}`));
}

describe('the files of the page about requirements', () => {
  let servers: TestRedisServer[];
  let sentinels: TestRedisServer[];
  let url: string;

  beforeAll(async () => {
    const primary = await startRedisServer(settingsOf(SERVER_FILE));
    const lines = settingsOf(SERVER_FILE, primary);
    const never = lines.map((line) => line.replace(/^replica-priority .*/, 'replica-priority 0'));
    servers = [primary, ...(await Promise.all([lines, never].map((each) => startRedisServer(each))))];
    const areOnline = async () => (await primary.redis.info('replication')).match(/state=online/g)?.length === 2;
    await eventually(areOnline, { withinMs: 10_000, what: 'the replicas' });
    const monitoring = settingsOf(SENTINEL_FILE, primary);
    sentinels = await Promise.all([1, 2, 3].map(() => startRedisServer(monitoring, { kind: 'sentinel' })));
    const ports = sentinels.map(({ port }) => port);
    url = ADDRESS.replace(/10\.0\.0\.(\d):26379/g, (_, machine) => `127.0.0.1:${ports[Number(machine) - 1]}`);
    await Promise.all(sentinels.map(untilComplete));
  }, 60_000);

  afterAll(async () => {
    await Promise.all([...(sentinels ?? []), ...(servers ?? [])].map((server) => server.stop()));
  });

  async function untilComplete({ redis }: TestRedisServer): Promise<void> {
    const isComplete = async () => {
      const fields = String(await redis.call('SENTINEL', 'MASTER', 'chat'));
      return fields.includes('num-slaves,2') && fields.includes('num-other-sentinels,2');
    };
    await eventually(isComplete, { withinMs: 20_000, what: 'the Sentinels' });
  }

  it('are those of servers that the services can use at the address of the page', async () => {
    expect(await redisProblem(url)).toBeUndefined();
    expect(read('deployment.md')).toContain(`REDIS_URL='${ADDRESS}'`);
  });

  it('let a primary without replicas refuse writes', async () => {
    const [primary, ...replicas] = servers as [TestRedisServer, ...TestRedisServer[]];
    const write = () => primary.redis.set('key', 'value').catch(({ message }: Error) => message.split(' ')[0]);
    expect(await write()).toBe('OK');

    for (const replica of replicas) replica.kill('SIGSTOP');
    await eventually(async () => (await write()) === 'NOREPLICAS', { withinMs: 10_000 });
    for (const replica of replicas) replica.kill('SIGCONT');

    await eventually(async () => (await write()) === 'OK', { withinMs: 10_000 });
  }, 30_000);

  it('let the Sentinels replace a dead primary, but not by a replica of priority 0', async () => {
    const connection = connectRedis(url, { name: 'test' });
    await connection.set('count', 1);
    await connection.wait(2, 5_000);

    servers[0]?.kill('SIGKILL');

    // Until the other replica follows it, the new primary refuses writes.
    await eventually(() => connection.incr('count'), { withinMs: 30_000 });
    connection.disconnect();
    const roles = servers.slice(1).map(async ({ redis }) => /role:(\w+)/.exec(await redis.info('replication'))?.[1]);
    expect(await Promise.all(roles)).toEqual(['master', 'slave']);
    expect(await servers[1]?.redis.get('count')).toBe('2');
  }, 60_000);
});
