import { connect as connectTcp, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { AbstractConnector, type RedisOptions, type SentinelAddress } from 'ioredis';
import { primaryOf, type ServerAddress } from './ask-once.js';
import { ClosedConnectionError } from './closed-connection-error.js';

/** A Sentinel without a connection or a reply for this long is passed over. */
const SENTINEL_TIMEOUT_MS = 1_000;
/** Time until all Sentinels are asked again after none named a primary. */
const ASK_AGAIN_MS = 50;
/** Time after which an ended connection is destroyed, if its server has not closed it. */
const DISCONNECT_TIMEOUT_MS = 2_000;

/** Questions without a reply, by Sentinel and master id. */
const asked = new Map<string, Promise<ServerAddress | undefined>>();

/**
 * Connects to the primary that a Sentinel names. Each attempt asks the next Sentinel. The connections of a process that ask at the same
 * time share one question. The connector of ioredis (5.11.1) asks once for each connection, and its order of Sentinels cannot be changed.
 */
export class SentinelsConnector extends AbstractConnector {
  /** The primary that the last reply named. */
  private primary: ServerAddress | undefined;
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
  follow(primary: ServerAddress, sentinel: Partial<SentinelAddress>): void {
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
      if (reply !== undefined && !(reply instanceof Error)) return this.open(reply);
      if (attempt % this.sentinels.length > 0) continue;
      const reason = reply?.message ?? `it knows no primary named "${this.options.name}"`;
      report('error', new Error(`No Sentinel names a primary; ${sentinel.host}:${sentinel.port}: ${reason}`));
      await wait(ASK_AGAIN_MS);
    }
  }

  private open(primary: ServerAddress): Socket {
    this.primary = primary;
    const { tls } = this.options;
    this.stream = tls ? connectTls({ ...tls, ...primary }) : connectTcp(primary);
    this.stream.once('error', (error) => {
      this.firstError = error;
    });
    return this.stream;
  }

  private ask(sentinel: Partial<SentinelAddress>): Promise<ServerAddress | undefined> {
    const key = `${this.options.name}@${sentinel.host}:${sentinel.port}`;
    const asking =
      asked.get(key) ?? primaryOf(sentinel, this.options, SENTINEL_TIMEOUT_MS).finally(() => asked.delete(key));
    asked.set(key, asking);
    return asking;
  }
}
