import { connect as connectTcp, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { AbstractConnector, Redis, type RedisOptions, type SentinelAddress } from 'ioredis';
import { ClosedConnectionError } from './closed-connection-error.js';

interface Address {
  readonly host: string;
  readonly port: number;
}

/** Time until all Sentinels are asked again after none named a primary. */
const ASK_AGAIN_MS = 50;
const DISCONNECT_TIMEOUT_MS = 2_000;

/** Questions without a reply, by Sentinel and master id. */
const asked = new Map<string, Promise<Address>>();

/**
 * Connects to the primary that a Sentinel names. Each attempt asks the next Sentinel. The connections of a process that ask at the same
 * time share one question. The connector of ioredis (5.11.1) asks once for each connection, and its order of Sentinels cannot be changed.
 */
export class SentinelsConnector extends AbstractConnector {
  /** The primary that the last reply named. */
  private primary: Address | undefined;
  private readonly sentinels: readonly Partial<SentinelAddress>[];
  private next = 0;

  constructor(private readonly options: RedisOptions) {
    super(DISCONNECT_TIMEOUT_MS);
    this.sentinels = options.sentinels ?? [];
  }

  /** False for a server that has become a replica: the next attempt then asks the next Sentinel. */
  override check({ role = 'master' }: { readonly role?: string }): boolean {
    return role === 'master';
  }

  /** Ends the connection if it does not lead to `primary`, which `sentinel` announced. The next attempt asks this Sentinel. */
  follow(primary: Address, sentinel: Partial<SentinelAddress>): void {
    if (this.primary?.host === primary.host && this.primary.port === primary.port) return;
    this.next = this.sentinels.findIndex(({ host, port }) => host === sentinel.host && port === sentinel.port);
    this.stream?.destroy(new ClosedConnectionError('The Sentinels chose another primary'));
  }

  override async connect(report: (type: string, error: Error) => void): Promise<Socket> {
    this.connecting = true;
    for (let attempt = 1; ; attempt++) {
      const sentinel = this.sentinels[this.next] ?? {};
      this.next = (this.next + 1) % this.sentinels.length;
      const reply = await this.ask(sentinel).catch((error: Error) => error);
      if (!this.connecting) throw new Error('Connection is closed.');
      if (!(reply instanceof Error)) return this.open(reply);
      if (attempt % this.sentinels.length > 0) continue;
      report('error', new Error(`No Sentinel names a primary that can be reached. The last one: ${reply.message}`));
      await wait(ASK_AGAIN_MS);
    }
  }

  private open(primary: Address): Socket {
    this.primary = primary;
    const { tls } = this.options;
    this.stream = tls ? connectTls({ ...tls, ...primary }) : connectTcp(primary);
    this.stream.once('error', (error) => {
      this.firstError = error;
    });
    return this.stream;
  }

  private ask(sentinel: Partial<SentinelAddress>): Promise<Address> {
    const key = `${this.options.name}@${sentinel.host}:${sentinel.port}`;
    const asking = asked.get(key) ?? addressOfPrimary(sentinel, this.options).finally(() => asked.delete(key));
    asked.set(key, asking);
    return asking;
  }
}

async function addressOfPrimary(sentinel: Partial<SentinelAddress>, options: RedisOptions): Promise<Address> {
  const { name = '', sentinelPassword: password, sentinelTLS: tls, connectTimeout, sentinelCommandTimeout } = options;
  const redis = new Redis({
    ...sentinel,
    ...(password !== undefined && password !== null && { password }),
    ...(tls && { tls }),
    ...(connectTimeout !== undefined && { connectTimeout }),
    ...(sentinelCommandTimeout !== undefined && { commandTimeout: sentinelCommandTimeout }),
    retryStrategy: null,
    enableReadyCheck: false,
    disableClientInfo: true,
  });
  // The command fails with the connection.
  redis.on('error', () => {});
  try {
    const address = (await redis.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name)) as [string, string] | null;
    if (address === null) throw new Error(`it knows no primary named "${name}"`);
    return { host: address[0], port: Number(address[1]) };
  } finally {
    redis.disconnect();
  }
}
