import { connect } from 'node:net';
import { ServiceRequest } from '@chat/contracts';
import { createTestRedis, eventually, RecordingLogger, type TestRedis } from '@chat/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ANNOUNCED_FOR_MS, LOOK_FOR_REPLICAS_EVERY_MS, MAX_IN_FLIGHT_PER_REPLICA, preferredList } from './limits.js';
import { RedisTransportClient } from './redis-transport-client.js';
import { RedisTransportServer } from './redis-transport-server.js';
import { announceReplica, replicasOf } from './replicas.js';

class Note extends ServiceRequest<string> {
  static readonly pattern = 'messaging.notes.write';
  static readonly hasRealmAffinity = true;
  text!: string;
}
class Look extends ServiceRequest<string> {
  static readonly pattern = 'messaging.notes.read';
}
const REALMS = Array.from({ length: 40 }, (_, n) => n + 1);
const SERVICE = 'messaging';

let redis: TestRedis;
let logger: RecordingLogger;
let client: RedisTransportClient;
let servers: RedisTransportServer[];
let written: { readonly text: string; readonly by: string }[];

beforeEach(async () => {
  redis = await createTestRedis();
  logger = new RecordingLogger();
  client = new RedisTransportClient(redis.url, { name: 'test', logger });
  await client.connect();
  servers = [];
  written = [];
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await client.close();
  await redis.close();
});

/** Starts a replica that replies with its name after `work`. */
async function startReplica(
  instance: string,
  work?: () => unknown,
  isPreferredReplica = true,
): Promise<RedisTransportServer> {
  const server = new RedisTransportServer({
    redisUrl: redis.url,
    service: SERVICE,
    instance,
    logger,
    isPreferredReplica,
  });
  server.addHandler(Note.pattern, async ({ text }: Note) => {
    written.push({ text, by: instance });
    await work?.();
    return instance;
  });
  server.addHandler(Look.pattern, async () => {
    await work?.();
    return instance;
  });
  await server.listen(() => {});
  servers.push(server);
  return server;
}
const write = (realmId: number, text = 'x') => client.request(Note, { text }, { realmId, requestId: 'r' });
const asked = async (times: number, ask: () => Promise<string>) =>
  new Set(await Promise.all(Array.from({ length: times }, ask)));
const brokerNowMs = () => client.clock.nowMs();

/** Makes the client read the announcements: a request starts the read, a later one uses the result. */
async function learnReplicas(): Promise<void> {
  await write(1);
  await eventually(async () => (await replicasOf(redis.redis, SERVICE, brokerNowMs())).length > 0);
  await new Promise((resolve) => setTimeout(resolve, LOOK_FOR_REPLICAS_EVERY_MS + 50));
  await write(1);
  await write(1);
}

const silentReplicas = () => logger.lines.filter(({ message }) => message.includes('does not read its list')).length;

/**
 * Repeats `find` until no preferred replica was passed over meanwhile. On a busy machine a replica may be silent for a moment; then
 * others take its requests for a while.
 */
async function withoutSilentReplicas<Found>(find: () => Promise<Found>): Promise<Found> {
  for (let known = 0; ; known = silentReplicas()) {
    const found = await find();
    if (silentReplicas() === known) return found;
    await new Promise((resolve) => setTimeout(resolve, ANNOUNCED_FOR_MS));
  }
}

/** A realm with `instance` as its preferred replica. */
async function realmOf(instance: string): Promise<number> {
  for (const realmId of REALMS) {
    if ((await write(realmId)) === instance) return realmId;
  }
  throw new Error(`No realm prefers ${instance}.`);
}

/** Starts two replicas. `a` executes as many requests of the realm as it takes at once, until `letGo` is called. */
async function replicasWithBusyPreferred() {
  let held: Promise<void> | undefined;
  for (const name of ['a', 'b']) await startReplica(name, () => (name === 'a' ? held : undefined));
  await learnReplicas();
  const realmId = await realmOf('a');
  const isFull = () => servers[0]?.requestsInFlight === MAX_IN_FLIGHT_PER_REPLICA;
  for (;;) {
    let letGo = (): void => {};
    held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let isOneReplied = false;
    const onReply = () => {
      isOneReplied = true;
    };
    const taken = Array.from({ length: MAX_IN_FLIGHT_PER_REPLICA }, () => write(realmId));
    Promise.race(taken).then(onReply, onReply);
    await eventually(() => isFull() || isOneReplied);
    if (isFull()) return { realmId, taken, letGo };
    // On a busy machine `a` was silent for a moment, so `b` executed some of them.
    letGo();
    await Promise.all(taken);
    await new Promise((resolve) => setTimeout(resolve, ANNOUNCED_FOR_MS));
    await learnReplicas();
  }
}

describe('requests with realm affinity', () => {
  it('of one realm are executed by one replica, those of many realms by all', async () => {
    for (const name of ['a', 'b', 'c']) await startReplica(name);
    await learnReplicas();

    const replying = await withoutSilentReplicas(async () => {
      const names: string[][] = [];
      for (const realmId of REALMS) names.push([...(await asked(20, () => write(realmId)))]);
      return names;
    });

    expect(replying.filter((names) => names.length !== 1)).toEqual([]);
    const preferred = new Map(REALMS.map((realmId, n) => [realmId, replying[n]?.[0]]));
    expect(new Set(preferred.values())).toEqual(new Set(['a', 'b', 'c']));
    // Another caller chooses the same replicas.
    const other = new RedisTransportClient(redis.url, { name: 'other', logger });
    await other.connect();
    await other.request(Note, { text: 'x' }, { realmId: 1, requestId: 'r' });
    await eventually(async () => {
      const replies = REALMS.map((realmId) => other.request(Note, { text: 'x' }, { realmId, requestId: 'r' }));
      return (await Promise.all(replies)).every((by, n) => by === preferred.get(REALMS[n] as number));
    });
    await other.close();
  }, 40_000);

  it('move to a new replica only, and only those of some realms', async () => {
    for (const name of ['a', 'b']) await startReplica(name);
    await learnReplicas();
    const repliers = () => withoutSilentReplicas(() => Promise.all(REALMS.map((realmId) => write(realmId))));
    const before = await repliers();

    await startReplica('c');
    await learnReplicas();
    const after = await repliers();

    const moved = REALMS.filter((_, n) => after[n] !== before[n]);
    expect(moved.length).toBeGreaterThan(0);
    expect(moved.length).toBeLessThan(REALMS.length);
    expect(REALMS.every((_, n) => after[n] === before[n] || after[n] === 'c')).toBe(true);
  }, 40_000);

  it('are the only ones with a preferred replica: other requests go to any replica', async () => {
    for (const name of ['a', 'b']) await startReplica(name, () => new Promise((resolve) => setTimeout(resolve, 2)));
    await learnReplicas();

    const look = () => client.request(Look, {}, { realmId: 1, requestId: 'r' });

    await eventually(async () => (await asked(100, look)).size === 2);
  });

  it('go to any replica while the preferred one is busy', async () => {
    const { realmId, taken, letGo } = await replicasWithBusyPreferred();
    const next = await asked(200, () => write(realmId));
    letGo();

    expect(next).toEqual(new Set(['b']));
    expect(new Set(await Promise.all(taken))).toEqual(new Set(['a']));
  }, 120_000);

  it('are executed once each by another replica after the preferred one was killed, later ones without delay', async () => {
    for (const name of ['a', 'b']) await startReplica(name);
    // State after a kill: announced, and its list is not read.
    await announceReplica(redis.redis, SERVICE, 'killed', brokerNowMs());
    await learnReplicas();
    await announceReplica(redis.redis, SERVICE, 'killed', brokerNowMs());
    // Not by ioredis, which fails if a command arrives together with the reply to MONITOR.
    const { port, host, password } = redis.redis.options;
    const monitor = connect(port as number, host);
    let commands = '';
    monitor.on('data', (data) => {
      commands += data;
    });
    monitor.write(`AUTH ${password}\r\nMONITOR\r\n`);
    await eventually(() => commands.startsWith('+OK\r\n+OK'));
    const isExecuted = (name: string) => commands.includes(`"${name}" "${preferredList(SERVICE, 'killed')}"`);
    const left = REALMS.map((realmId) => write(realmId, `first ${realmId}`));
    // The list expires, if the caller dies before it notices the silence.
    await eventually(() => isExecuted('rpush') && isExecuted('pexpire'));

    expect(await Promise.all(left)).toHaveLength(REALMS.length);
    commands = '';
    await Promise.all(REALMS.map((realmId) => write(realmId, `second ${realmId}`)));
    await redis.redis.echo('end of the second ones');
    await eventually(() => commands.includes('end of the second ones'));
    monitor.destroy();

    expect(isExecuted('rpush')).toBe(false);
    const texts = written.map(({ text }) => text).filter((text) => text !== 'x');
    expect(texts).toHaveLength(2 * REALMS.length);
    expect(new Set(texts).size).toBe(2 * REALMS.length);
    expect(logger.lines.some(({ message }) => message.includes('does not read its list'))).toBe(true);
  });

  it('do not go to a preferred replica that died during a pause of requests', async () => {
    await startReplica('a');
    await announceReplica(redis.redis, SERVICE, 'killed', brokerNowMs());
    await learnReplicas();
    await new Promise((resolve) => setTimeout(resolve, ANNOUNCED_FOR_MS));
    // On a busy machine the living one may be silent for a moment, too.
    const ofKilled = ({ details }: { details: object }) => (details as { replica?: string }).replica === 'killed';
    const warnings = () => logger.lines.filter(ofKilled).length;
    const before = warnings();

    await Promise.all(REALMS.map((realmId) => write(realmId)));

    expect(await redis.redis.exists(preferredList(SERVICE, 'killed'))).toBe(0);
    expect(warnings()).toBe(before);
  });

  it('in the list of a stopping replica are taken by the others at once', async () => {
    const { realmId, taken, letGo } = await replicasWithBusyPreferred();
    await redis.redis.rpush(preferredList(SERVICE, 'a'), await packetOf(realmId, 'left behind'));

    const closed = servers[0]?.close();
    letGo();
    await Promise.all(taken);
    await closed;

    await eventually(() => written.some(({ text, by }) => text === 'left behind' && by === 'b'));
    expect(await replicasOf(redis.redis, SERVICE, brokerNowMs())).toEqual(['b']);
  }, 120_000);

  it('have no preferred replica while only one announces itself, as next to an earlier release', async () => {
    await startReplica('new', () => new Promise((resolve) => setTimeout(resolve, 2)));
    await startReplica('earlier', () => new Promise((resolve) => setTimeout(resolve, 2)), false);
    await learnReplicas();

    await eventually(async () => (await asked(100, () => write(1))).size === 2);
  });
});

/** A request in its form in a list. */
async function packetOf(realmId: number, text: string): Promise<string> {
  const deadline = brokerNowMs() + 5_000;
  return JSON.stringify({ p: Note.pattern, i: 1, r: 'rpc:reply:none', d: deadline, m: realmId, q: 'r', b: { text } });
}
