import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, startRedisServer, type TestRedisServer } from '@chat/testing';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { connectRedis } from './connect.js';
import { disconnect } from './disconnect.js';

const SLOW_MS = 500;

/** Speaks as much of the protocol as a client asks of a Sentinel. */
class FakeSentinel {
  /** Questions for the primary so far. */
  questions = 0;
  private readonly sockets = new Set<Socket>();
  private readonly subscribers = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    /** Undefined: replies to nothing. */
    public primary: number | undefined,
    public delayMs: number,
  ) {}

  static async start(primary: number | undefined, delayMs = 0): Promise<FakeSentinel> {
    const server = createServer();
    const sentinel = new FakeSentinel(server, primary, delayMs);
    server.on('connection', (socket) => {
      sentinel.sockets.add(socket);
      socket.on('error', () => {});
      socket.on('data', (data) => void sentinel.reply(socket, String(data)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return sentinel;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get isSubscribed(): boolean {
    return this.subscribers.size > 0;
  }

  announce(former: number, present: number): void {
    const text = `chat 127.0.0.1 ${former} 127.0.0.1 ${present}`;
    for (const socket of this.subscribers) socket.write(list('message', '+switch-master', text));
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async reply(socket: Socket, commands: string): Promise<void> {
    for (const command of commands.toLowerCase().split(/(?=\*\d)/)) {
      if (command.includes('get-master-addr')) {
        this.questions++;
        await sleep(this.delayMs);
      }
      if (this.primary === undefined || socket.destroyed) return;
      if (command.includes('get-master-addr')) socket.write(list('127.0.0.1', `${this.primary}`));
      else if (command.includes('subscribe')) {
        this.subscribers.add(socket);
        socket.write('*3\r\n$9\r\nsubscribe\r\n$14\r\n+switch-master\r\n:1\r\n');
      } else socket.write('+OK\r\n');
    }
  }
}

const list = (...items: readonly string[]): string =>
  `*${items.length}\r\n${items.map((item) => `$${item.length}\r\n${item}\r\n`).join('')}`;

let present: TestRedisServer;
/** Accepts connections and replies to nothing, as a stopped process does. */
let former: FakeSentinel;
let opened: { readonly sentinels: readonly FakeSentinel[]; readonly connection: Redis }[] = [];

beforeAll(async () => {
  present = await startRedisServer();
  former = await FakeSentinel.start(undefined);
}, 30_000);

afterEach(async () => {
  for (const { connection, sentinels } of opened) {
    disconnect(connection);
    for (const sentinel of sentinels) await sentinel.stop();
  }
  opened = [];
});

afterAll(async () => {
  await former?.stop();
  await present?.stop();
});

function connect(...sentinels: readonly FakeSentinel[]): Redis {
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const connection = connectRedis(`redis-sentinel://${hosts}/0?sentinelMasterId=chat`, { name: 'test' });
  opened.push({ sentinels, connection });
  return connection;
}

it('a silent, a misled and a slow Sentinel, in any order, delay a connection by a few seconds', async () => {
  const orders = [0, 1, 2].map(async (first) => {
    const sentinels = await Promise.all([
      FakeSentinel.start(undefined),
      FakeSentinel.start(former.port),
      FakeSentinel.start(present.port, SLOW_MS),
    ]);
    return connect(...sentinels.slice(first), ...sentinels.slice(0, first));
  });
  const connections = await Promise.all(orders);
  const startedAt = performance.now();

  await Promise.all(connections.map((connection) => connection.ping()));

  // A second for the silent one, four for the misled one, half a second for the slow one, and time for a busy machine.
  expect(performance.now() - startedAt).toBeLessThan(9_000);
}, 30_000);

it('a connection that was made by way of a misled Sentinel ends with the announcement of that one', async () => {
  const first = await startRedisServer();
  const [misled, informed] = [await FakeSentinel.start(first.port), await FakeSentinel.start(present.port)];
  const connection = connect(misled, informed);
  const port = async () => /^tcp_port:(\d+)/m.exec(await connection.info('server'))?.[1];
  expect(await port()).toBe(`${first.port}`);
  await eventually(() => misled.isSubscribed && informed.isSubscribed);

  informed.announce(first.port, present.port);
  await eventually(async () => (await port()) === `${present.port}`);
  connection.disconnect(true);
  await eventually(async () => (await port()) === `${first.port}`);
  misled.primary = present.port;
  misled.announce(first.port, present.port);

  await eventually(async () => (await port()) === `${present.port}`);
  await first.stop();
}, 30_000);

it('a connection that an announcement ends is made by way of the Sentinel that sent it', async () => {
  const first = await startRedisServer();
  const misled = await Promise.all([1, 2].map(() => FakeSentinel.start(first.port)));
  const informed = await FakeSentinel.start(present.port);
  const sentinels = [...misled, informed];
  const connection = connect(...sentinels);
  await connection.ping();
  await eventually(() => sentinels.every(({ isSubscribed }) => isSubscribed));

  informed.announce(first.port, present.port);

  await eventually(async () => (await connection.info('server')).includes(`tcp_port:${present.port}`));
  expect(sentinels.map(({ questions }) => questions)).toEqual([1, 0, 1]);
  await first.stop();
}, 30_000);

it('a connection that is to be made anew while a Sentinel is asked is still made', async () => {
  const sentinel = await FakeSentinel.start(present.port, SLOW_MS);
  const connection = connect(sentinel);
  await eventually(() => sentinel.questions === 1);
  expect(connection.status).toBe('connecting');

  connection.disconnect(true);

  expect(await connection.ping()).toBe('PONG');
  expect(sentinel.questions).toBe(1);
});

it('a connection that a Sentinel leads to a replica is made by way of the next Sentinel', async () => {
  const replica = await startRedisServer();
  const operator = connectRedis(replica.url, { name: 'operator' });
  await operator.call('REPLICAOF', '127.0.0.1', `${present.port}`);
  const [misled, informed] = [await FakeSentinel.start(replica.port), await FakeSentinel.start(present.port)];

  const connection = connect(misled, informed);

  expect(await connection.info('server')).toContain(`tcp_port:${present.port}`);
  expect(misled.questions).toBe(1);
  disconnect(operator);
  await replica.stop();
}, 30_000);

it('connections that ask a Sentinel at the same time share one question', async () => {
  const sentinel = await FakeSentinel.start(present.port, SLOW_MS);

  const connections = [connect(sentinel), connect(sentinel), connect(sentinel)];
  await Promise.all(connections.map((connection) => connection.ping()));

  expect(sentinel.questions).toBe(1);
});
