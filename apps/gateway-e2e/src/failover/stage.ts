import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, SentinelSystem } from '@chat/testing';
import { makeTemporaryFolder, PERMANENT_SERVICES, startPostgres, startRedis } from '@chat/tools';
import { type SystemUnderTest, startSystemUnderTest } from '../support/system-under-test.js';
import { PostgresPair } from './postgres-pair.js';
import { ADDRESSES, RedisPair } from './redis-pair.js';

/**
 * `pairs`: addresses that follow the primaries of Redis and PostgreSQL. `sentinels`: Redis by the addresses of Sentinels. `hosts`: the
 * addresses of PostgreSQL and its standby. The latter two serve one failover.
 */
export type StageKind = 'pairs' | 'sentinels' | 'hosts';

const READY_WITHIN_MS = 30_000;

/** Servers that can fail, and a whole system that uses them. */
export class Stage {
  private constructor(
    readonly kind: StageKind,
    readonly tested: SystemUnderTest,
    private readonly servers: Servers,
  ) {}

  /** `redisPath`: the program of Redis or its successor. */
  static async start(kind: StageKind, redisPath?: string): Promise<Stage> {
    const folder = makeTemporaryFolder('chat-failover-');
    const [redis, postgres] = await Promise.all([
      startRedis({ folder: join(folder, 'redis'), path: redisPath }),
      startPostgres({ folder: join(folder, 'postgres') }),
    ]);
    const programs = { redis: redis.url, postgres: postgres.adminUrl };
    const servers = await START[kind](programs).finally(async () => {
      await Promise.all([redis.stop(), postgres.stop()]);
      rmSync(folder, { recursive: true, force: true });
    });
    try {
      return new Stage(kind, await startSystemUnderTest(servers.options), servers);
    } catch (error) {
      await stopServers(servers);
      throw error;
    }
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

  /** Both pairs are complete again, and all services are ready. */
  async renew(): Promise<void> {
    await Promise.all([this.servers.redis?.renew(), this.servers.postgres?.renew()]);
    const { system } = this.tested;
    const urls = PERMANENT_SERVICES.flatMap((service) =>
      [0, 1].map((instance) => `${system.healthUrl(service, instance)}/health/ready`),
    );
    await Promise.all(
      urls.map((url) =>
        eventually(async () => (await fetch(url)).status === 200, {
          withinMs: READY_WITHIN_MS,
          what: `${url} to be ready`,
        }),
      ),
    );
  }

  async stop(): Promise<void> {
    await this.tested.discard();
    await stopServers(this.servers);
  }
}

interface Servers {
  readonly redis?: RedisPair;
  readonly postgres?: PostgresPair;
  readonly sentinels?: SentinelSystem;
  readonly options: Parameters<typeof startSystemUnderTest>[0];
}

/** Addresses of running servers, for their programs. */
interface Programs {
  readonly redis: string;
  readonly postgres: string;
}

async function startPairs(like: Programs): Promise<Servers> {
  const [redis, postgres] = await Promise.all([RedisPair.start(like.redis), PostgresPair.start(like.postgres)]);
  const urls = redis.addresses.map(({ url }) => url);
  return {
    redis,
    postgres,
    options: {
      databaseUrl: postgres.address.url,
      redisUrl: urls[0] as string,
      replicaEnv: (_, instance) => ({ REDIS_URL: urls[instance % ADDRESSES] as string }),
    },
  };
}

async function startSentinels(like: Programs): Promise<Servers> {
  const sentinels = await SentinelSystem.start(like.redis);
  return { sentinels, options: { redisUrl: sentinels.url() } };
}

async function startHosts(like: Programs): Promise<Servers> {
  const postgres = await PostgresPair.start(like.postgres);
  return { postgres, options: { databaseUrl: postgres.hostsUrl } };
}

const START: Readonly<Record<StageKind, (like: Programs) => Promise<Servers>>> = {
  pairs: startPairs,
  sentinels: startSentinels,
  hosts: startHosts,
};

async function stopServers({ redis, postgres, sentinels }: Servers): Promise<void> {
  await Promise.all([redis?.stop(), postgres?.stop(), sentinels?.stop()]);
}

function required<Server>(server: Server | undefined): Server {
  if (server === undefined) throw new Error('The scenario needs another kind of stage.');
  return server;
}
