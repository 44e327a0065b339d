import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { endWhole, eventually, makeCertificate, SentinelSystem, startWhole } from '@chat/testing';
import { makeTemporaryFolder, type SystemOptions, startPostgres, startRedis } from '@chat/tools';
import { healthUrls } from '../support/metrics.js';
import { type SystemUnderTest, startSystemUnderTest } from '../support/system-under-test.js';
import { PostgresPair } from './postgres-pair.js';
import { ADDRESSES, RedisPair } from './redis-pair.js';
import { wrongClock } from './wrong-clock.js';

/**
 * `pairs`: addresses that follow the primaries of Redis and PostgreSQL. `tls`: the same with TLS. `clock-ahead`, `clock-behind`: a pair of
 * Redis, and the clock of the replica is wrong by a minute. `sentinels`: Redis by the addresses of Sentinels. `hosts`: the addresses of PostgreSQL and its standby.
 */
export type StageKind = 'pairs' | 'tls' | 'clock-ahead' | 'clock-behind' | 'sentinels' | 'hosts';

const READY_WITHIN_MS = 30_000;
const WRONG_BY_S = 60;

/** A server died although no scenario ended it, so the scenario shows nothing. */
export class ServerDeathError extends Error {}

export interface StageOptions extends Pick<SystemOptions, 'scale' | 'signal'> {
  /** The program of Redis or its successor. */
  readonly redisPath?: string | undefined;
}

/** Servers that can fail, and a whole system that uses them. */
export class Stage {
  private constructor(
    readonly kind: StageKind,
    readonly tested: SystemUnderTest,
    private readonly servers: Servers,
  ) {}

  /** A start that fails, or that `signal` ends, leaves nothing. */
  static async start(kind: StageKind, { redisPath, ...options }: StageOptions): Promise<Stage> {
    const servers = await startServers(kind, redisPath).catch((error: Error) => {
      throw new Error(`The servers of the stage "${kind}" did not start: ${error.message}`, { cause: error });
    });
    try {
      return new Stage(kind, await startSystemUnderTest({ ...servers.options, ...options }), servers);
    } catch (error) {
      await stopServers(servers);
      throw error;
    }
  }

  /** Whether it serves another scenario. The other kinds serve one failover. */
  get isRenewable(): boolean {
    return this.kind === 'pairs';
  }

  get redis(): RedisPair {
    return required(this.servers.redis);
  }

  get postgres(): PostgresPair {
    return required(this.servers.postgres);
  }

  get sentinels(): SentinelSystem {
    return required(this.servers.sentinels);
  }

  /** Rejects, and names the server, if one dies although no scenario ends it. */
  async untilDeath(): Promise<never> {
    const { redis, postgres, sentinels } = this.servers;
    const deaths = [redis, postgres, sentinels].flatMap((servers) => (servers === undefined ? [] : [servers.death]));
    throw new ServerDeathError((await Promise.race(deaths)).message);
  }

  /** Both pairs are complete again, and all services are ready. */
  async renew(): Promise<void> {
    await Promise.all([this.servers.redis?.renew(), this.servers.postgres?.renew()]);
    await Promise.all(
      (await healthUrls(this.tested.system)).map((url) =>
        eventually(async () => (await fetch(`${url}/health/ready`)).status === 200, {
          withinMs: READY_WITHIN_MS,
          what: `${url} to be ready`,
        }),
      ),
    );
  }

  async stop(): Promise<void> {
    await this.tested.discard().finally(() => stopServers(this.servers));
  }
}

interface Servers {
  readonly redis?: RedisPair;
  /** Folder of a certificate. */
  readonly tls?: string;
  readonly postgres?: PostgresPair;
  readonly sentinels?: SentinelSystem;
  readonly options: Parameters<typeof startSystemUnderTest>[0];
}

/** Addresses of running servers, for their programs. */
interface Programs {
  readonly redis: string;
  readonly postgres: string;
}

/** Starts the servers of a stage by the programs of two usual servers, which run only meanwhile. */
async function startServers(kind: StageKind, redisPath: string | undefined): Promise<Servers> {
  const folder = makeTemporaryFolder('chat-failover-');
  try {
    const [redis, postgres] = await startWhole((own) =>
      Promise.all([
        own(startRedis({ folder: join(folder, 'redis'), path: redisPath })),
        own(startPostgres({ folder: join(folder, 'postgres') })),
      ]),
    );
    const starting = START[kind]({ redis: redis.url, postgres: postgres.adminUrl });
    return await starting.finally(() => Promise.all([redis.stop(), postgres.stop()]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startPairs(like: Programs): Promise<Servers> {
  const [redis, postgres] = await startWhole((own) =>
    Promise.all([own(RedisPair.start(like.redis)), own(PostgresPair.start(like.postgres))]),
  );
  return { redis, postgres, options: { databaseUrl: postgres.address.url, ...throughAddresses(redis) } };
}

/** This process and the services trust the certificate for Redis by the environment, and for PostgreSQL by the address. */
async function startWithTls(like: Programs): Promise<Servers> {
  const tls = makeTemporaryFolder('chat-failover-tls-');
  const certificate = await makeCertificate(tls, 'IP:127.0.0.1');
  process.env['REDIS_CA_FILE'] = certificate;
  const [redis, postgres] = await startWhole((own) =>
    Promise.all([own(RedisPair.start(like.redis, { tls })), own(PostgresPair.start(like.postgres, tls))]),
  ).catch((error) => {
    discardTls(tls);
    throw error;
  });
  const databaseUrl = `${postgres.address.url}?sslmode=verify-full&sslrootcert=${certificate}`;
  return { redis, postgres, tls, options: { databaseUrl, ...throughAddresses(redis) } };
}

async function startWithWrongClock(like: Programs, seconds: number): Promise<Servers> {
  const redis = await RedisPair.start(like.redis, { replicaEnv: await wrongClock(seconds) });
  return { redis, options: throughAddresses(redis) };
}

/** Every second replica of a service takes the other address. */
function throughAddresses({ addresses }: RedisPair): Servers['options'] {
  const urls = addresses.map(({ url }) => url);
  return {
    redisUrl: urls[0] as string,
    replicaEnv: (_, instance) => ({ REDIS_URL: urls[instance % ADDRESSES] as string }),
  };
}

async function startSentinels(like: Programs): Promise<Servers> {
  const sentinels = await SentinelSystem.start([], { like: like.redis });
  return { sentinels, options: { redisUrl: sentinels.url() } };
}

async function startHosts(like: Programs): Promise<Servers> {
  const postgres = await PostgresPair.start(like.postgres);
  return { postgres, options: { databaseUrl: postgres.hostsUrl } };
}

const START: Readonly<Record<StageKind, (like: Programs) => Promise<Servers>>> = {
  pairs: startPairs,
  tls: startWithTls,
  'clock-ahead': (like) => startWithWrongClock(like, WRONG_BY_S),
  'clock-behind': (like) => startWithWrongClock(like, -WRONG_BY_S),
  sentinels: startSentinels,
  hosts: startHosts,
};

async function stopServers({ redis, postgres, sentinels, tls }: Servers): Promise<void> {
  if (tls !== undefined) discardTls(tls);
  await endWhole(redis, postgres, sentinels);
}

function discardTls(folder: string): void {
  delete process.env['REDIS_CA_FILE'];
  rmSync(folder, { recursive: true, force: true });
}

function required<Server>(server: Server | undefined): Server {
  if (server === undefined) throw new Error('The scenario needs another kind of stage.');
  return server;
}
