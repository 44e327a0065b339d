import { CuttableProxy, eventually, startRedisServer, type TestRedis, type TestRedisServer } from '@chat/testing';
import { Redis } from 'ioredis';

/**
 * `promotion`: a replica that lagged takes over, and every connection breaks. `in place`: the same process has older data, and no
 * connection breaks.
 */
export type WayBack = 'promotion' | 'in place';

/** A Redis that can lose its newest data. */
export class RewindableRedis implements TestRedis {
  private remembered: TestRedisServer | undefined;

  private constructor(
    private server: TestRedisServer,
    private readonly proxy: CuttableProxy,
    readonly redis: Redis,
  ) {}

  static async start(): Promise<RewindableRedis> {
    const server = await startRedisServer();
    const proxy = await CuttableProxy.start(server.url);
    const redis = new Redis(proxy.url, { maxRetriesPerRequest: null, retryStrategy: () => 20 });
    redis.on('error', () => {});
    return new RewindableRedis(server, proxy, redis);
  }

  get url(): string {
    return this.proxy.url;
  }

  async cutConnections(): Promise<void> {
    this.proxy.cut();
  }

  /** Data of now, to which `goBack` returns. */
  async remember(): Promise<void> {
    await this.remembered?.stop();
    this.remembered = await startRedisServer([`replicaof 127.0.0.1 ${this.server.port}`]);
    const { redis } = this.remembered;
    await eventually(async () => (await redis.info('replication')).includes('master_link_status:up'));
    await redis.replicaof('NO', 'ONE');
  }

  /** Loses everything after the last `remember`. */
  async goBack(way: WayBack): Promise<void> {
    const { server: former, remembered } = this;
    if (remembered === undefined) throw new Error('Nothing was remembered.');
    this.remembered = undefined;
    if (way === 'promotion') {
      this.server = remembered;
      this.proxy.target = new URL(remembered.url);
      this.proxy.cut();
      await former.stop();
      return;
    }
    const keys = await remembered.redis.keys('*');
    const contents = await Promise.all(keys.map((key) => remembered.redis.dumpBuffer(key)));
    const back = former.redis.multi().flushall();
    for (const [index, key] of keys.entries()) back.restore(key, 0, contents[index] as Buffer);
    await back.exec();
    await remembered.stop();
  }

  /** Two primaries: new connections lead to one with the remembered data, the present ones stay. Returns the end of the former primary. */
  divide(): () => Promise<void> {
    const { server: former, remembered } = this;
    if (remembered === undefined) throw new Error('Nothing was remembered.');
    this.remembered = undefined;
    this.server = remembered;
    this.proxy.target = new URL(remembered.url);
    return async () => {
      this.proxy.cut();
      await former.stop();
    };
  }

  async close(): Promise<void> {
    this.redis.disconnect();
    await this.proxy.close();
    await this.remembered?.stop();
    await this.server.stop();
  }
}
