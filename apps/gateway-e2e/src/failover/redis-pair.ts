import { cpSync, readdirSync, rmSync, statSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { CuttableProxy, endWhole, eventually, startRedisServer, startWhole, type TestRedisServer } from '@chat/testing';
import { OtherData } from './other-data.js';

/** As an operator would set it: a power cut costs at most the last second or two. The file is not rewritten during a scenario. */
const LINES = ['appendonly yes', 'appendfsync everysec', 'auto-aof-rewrite-percentage 0'];
const FILES = 'appendonlydir';

/** The replicas of services with this number connect through this address. */
export const ADDRESSES = 2;

/** Each write to it fails with ENOSPC. */
const FULL_DEVICE = '/dev/full';

interface PairOptions {
  /** Folder with `certificate.pem` and `key.pem`; services and replicas then connect with TLS. */
  readonly tls?: string;
  /** Further environment of the replica. */
  readonly replicaEnv?: NodeJS.ProcessEnv;
}

/** A Redis and its replica. Services reach the primary by two addresses; the replica follows through a third. */
export class RedisPair {
  /** After a failover, or after a restart of the primary. */
  readonly otherData = new OtherData();
  private isUsed = false;

  private constructor(
    public primary: TestRedisServer,
    public replica: TestRedisServer,
    /** By number of the service's replica. */
    readonly addresses: readonly CuttableProxy[],
    private readonly replication: CuttableProxy,
  ) {}

  /** `like`: address of a running Redis, for its program. */
  static start(like: string, { tls, replicaEnv }: PairOptions = {}): Promise<RedisPair> {
    const lines = [...LINES, ...(tls === undefined ? [] : ['tls-auth-clients no'])];
    const options = { like, tls };
    return startWhole(async (own) => {
      const [primary, replica] = await Promise.all([
        own(startRedisServer(lines, options)),
        own(startRedisServer(lines, { ...options, extraEnv: replicaEnv })),
      ]);
      const proxy = () => own(CuttableProxy.start(primary.url));
      const addresses = await Promise.all(Array.from({ length: ADDRESSES }, proxy));
      const pair = new RedisPair(primary, replica, addresses, await proxy());
      await pair.replicate();
      return pair;
    });
  }

  /** Resolves with an error that names a server which dies although no scenario ends it. */
  get death(): Promise<Error> {
    return Promise.race([this.primary.death, this.replica.death]);
  }

  /** From now on the replica receives nothing. */
  holdReplication(): void {
    this.replication.holdReplies();
  }

  /** The replica becomes a primary, with its present data, next to the other one. */
  async promote(): Promise<void> {
    this.isUsed = true;
    this.replication.cut();
    await this.replica.redis.call('REPLICAOF', 'NO', 'ONE');
  }

  /** The primary hands over to its replica, and follows it; connections stay. */
  async handOver(): Promise<void> {
    this.isUsed = true;
    await this.untilReplicates();
    await this.primary.redis.call('FAILOVER');
    await eventually(async () => (await this.replica.redis.info('replication')).includes('role:master'));
  }

  /** The address leads new connections to the other server. */
  redirect(address: CuttableProxy): void {
    this.otherData.beginBehind(address);
    address.target = new URL(this.replica.url);
  }

  /** All addresses lead to the other server, which is the primary from now on. */
  switchOver(): void {
    for (const address of this.addresses) this.redirect(address);
    [this.primary, this.replica] = [this.replica, this.primary];
  }

  /** The primary dies and starts again without the newest data: its file is as long as at the call, `ms` ago. */
  async loseNewest(ms: number): Promise<void> {
    const names = readdirSync(join(this.primary.folder, FILES)).filter((name) => name.endsWith('.incr.aof'));
    const sizes = names.map((name) => [name, statSync(join(this.primary.folder, FILES, name)).size] as const);
    await pause(ms);
    await this.restart(() => {
      for (const [name, size] of sizes) truncateSync(join(this.primary.folder, FILES, name), size);
    });
  }

  /** The primary starts again with its files of `ms` ago. */
  async restoreFrom(ms: number): Promise<void> {
    const { folder } = this.primary;
    cpSync(join(folder, FILES), join(folder, 'backup'), { recursive: true });
    await pause(ms);
    await this.restart(() => {
      rmSync(join(folder, FILES), { recursive: true });
      cpSync(join(folder, 'backup'), join(folder, FILES), { recursive: true });
    });
  }

  /** The primary dies and starts again without any data. */
  async restartEmpty(): Promise<void> {
    await this.restart(() => rmSync(join(this.primary.folder, FILES), { recursive: true }));
  }

  /** The primary dies and starts again. `change` may change its files meanwhile. */
  async restart(change: () => void = () => {}): Promise<void> {
    await this.primary.restart(() => {
      change();
      this.otherData.beginBehind(...this.addresses);
    });
  }

  /** The primary loses all data, and its connections stay. */
  async empty(): Promise<void> {
    this.otherData.begin();
    await this.primary.redis.flushall();
  }

  forgetOtherData(): void {
    this.otherData.forget(...this.addresses);
  }

  /** From now on the primary has no space for its append-only file. Resolves when it has noticed. */
  async fillDisk(): Promise<void> {
    const { folder, redis } = this.primary;
    const numbers = readdirSync(join(folder, FILES)).map((name) => Number(/\.(\d+)\.incr\.aof$/.exec(name)?.[1] ?? 0));
    // The next file that it opens.
    symlinkSync(FULL_DEVICE, join(folder, FILES, `appendonly.aof.${Math.max(...numbers) + 1}.incr.aof`));
    await redis.bgrewriteaof();
    await eventually(() => this.isDiskState('err'), { what: 'a write that fails' });
  }

  /** The primary continues in a new file. */
  async freeDisk(): Promise<void> {
    await this.primary.redis.bgrewriteaof();
    await eventually(() => this.isDiskState('ok'), { what: 'a write that succeeds' });
  }

  private async isDiskState(state: 'ok' | 'err'): Promise<boolean> {
    const info = await this.primary.redis.info('persistence');
    return info.includes(`aof_last_write_status:${state}`) && info.includes('aof_rewrite_in_progress:0');
  }

  /** A replica follows the primary again. */
  async renew(): Promise<void> {
    if (!this.isUsed) return;
    await this.replica.stop();
    this.replica = await startRedisServer(LINES, { like: this.primary.url });
    this.replication.releaseReplies();
    this.replication.target = new URL(this.primary.url);
    await this.replicate();
    this.isUsed = false;
  }

  async stop(): Promise<void> {
    await endWhole(...this.addresses, this.replication, this.primary, this.replica);
  }

  private async replicate(): Promise<void> {
    await this.replica.redis.call('REPLICAOF', '127.0.0.1', this.replication.port);
    await this.untilReplicates();
  }

  private async untilReplicates(): Promise<void> {
    await eventually(async () => (await this.primary.redis.info('replication')).includes('state=online'));
  }
}

/** Resolves when the replicas of the primary have everything. Nothing is written until the primary dies, or for five seconds. */
export async function drain({ redis }: TestRedisServer): Promise<void> {
  await redis.client('PAUSE', 5_000, 'WRITE');
  await eventually(async () => {
    const info = await redis.info('replication');
    return info.includes(`offset=${/master_repl_offset:(\d+)/.exec(info)?.[1]},`);
  });
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
