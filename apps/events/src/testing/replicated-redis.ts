import { CuttableProxy, eventually, startRedisServer, type TestRedis, type TestRedisServer } from '@chat/testing';
import { Redis } from 'ioredis';

/** A Redis with one replica, which can lag, hang, or become primary. */
export class ReplicatedRedis implements TestRedis {
  private replica: { readonly server: TestRedisServer; readonly link: CuttableProxy } | undefined;

  private constructor(
    private primary: TestRedisServer,
    private readonly proxy: CuttableProxy,
    readonly redis: Redis,
  ) {}

  static async start(): Promise<ReplicatedRedis> {
    const replicated = await ReplicatedRedis.startAlone();
    await replicated.addReplica();
    return replicated;
  }

  /** Without a replica. */
  static async startAlone(): Promise<ReplicatedRedis> {
    const primary = await startRedisServer();
    const proxy = await CuttableProxy.start(primary.url);
    const redis = new Redis(proxy.url, { maxRetriesPerRequest: null, retryStrategy: () => 20 });
    redis.on('error', () => {});
    return new ReplicatedRedis(primary, proxy, redis);
  }

  get url(): string {
    return this.proxy.url;
  }

  async cutConnections(): Promise<void> {
    this.proxy.cut();
  }

  async addReplica(): Promise<void> {
    const link = await CuttableProxy.start(this.primary.url);
    const server = await startRedisServer([`replicaof 127.0.0.1 ${link.port}`]);
    this.replica = { server, link };
    const { redis } = this.primary;
    await eventually(async () => (await redis.info('replication')).includes('state=online'), {
      withinMs: 10_000,
      what: 'the replica',
    });
  }

  /** SIGSTOP and SIGCONT. */
  signalReplica(signal: NodeJS.Signals): void {
    this.replica?.server.kill(signal);
  }

  /** From now on the replica receives nothing, but stays connected. */
  lag(): void {
    this.replica?.link.holdReplies();
  }

  /** The replica receives everything that it lacks. */
  catchUp(): void {
    this.replica?.link.releaseReplies();
  }

  /** The primary dies. The replica becomes primary with the data that it has, and gets a replica of its own. */
  async failOver(): Promise<void> {
    const { primary: former, replica } = this;
    if (replica === undefined) throw new Error('There is no replica.');
    former.kill('SIGKILL');
    await replica.link.close();
    await replica.server.redis.replicaof('NO', 'ONE');
    this.primary = replica.server;
    this.proxy.target = new URL(replica.server.url);
    this.proxy.cut();
    await former.stop();
    await this.addReplica();
  }

  async close(): Promise<void> {
    this.redis.disconnect();
    await this.proxy.close();
    await this.replica?.link.close();
    await this.replica?.server.stop();
    await this.primary.stop();
  }
}
