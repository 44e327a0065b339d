import { Redis, type RedisOptions, type SentinelAddress } from 'ioredis';
import { closeSilent } from './close-silent.js';
import type { SentinelsConnector } from './sentinels-connector.js';

const SWITCHED = '+switch-master';
const RECONNECT_MS = 1_000;

/** One per address of Sentinels. */
const watches = new Map<string, PrimaryWatch>();

/**
 * Closes the connection when a Sentinel announces another primary: a hanging primary does not close its connections, and one that is cut
 * off from the Sentinels still replies to readers. ioredis then asks for the primary and connects to it. Each Sentinel counts, not only the
 * first: until it has learnt of the failover, its reply leads to the former primary.
 *
 * The failover detector of ioredis (5.11.1) would open a subscription to each Sentinel for each connection. At a failover a process would
 * make dozens of them before its first command. It also outlives its connection, and can then end the next one for good.
 */
export function followPrimary(
  redis: Redis,
  connector: SentinelsConnector,
  address: string,
  settings: RedisOptions,
): void {
  const watch = watches.get(address) ?? new PrimaryWatch(settings);
  watches.set(address, watch);
  watch.connectors.add(connector);
  redis.on('end', () => {
    if (!watch.connectors.delete(connector) || watch.connectors.size > 0) return;
    watch.close();
    watches.delete(address);
  });
}

/** The connections of this process to one primary, and the subscriptions that tell about the next one. */
class PrimaryWatch {
  readonly connectors = new Set<SentinelsConnector>();
  private readonly subscriptions: readonly Redis[];

  constructor(private readonly settings: RedisOptions) {
    this.subscriptions = (settings.sentinels ?? []).map((sentinel) => this.subscribe(sentinel));
  }

  close(): void {
    for (const subscription of this.subscriptions) subscription.disconnect();
  }

  private subscribe(sentinel: Partial<SentinelAddress>): Redis {
    const { host, port } = sentinel;
    const { sentinelPassword: password, sentinelTLS: tls, connectTimeout } = this.settings;
    const retry = {
      retryStrategy: () => RECONNECT_MS,
      maxRetriesPerRequest: null,
      enableReadyCheck: false,
      disableClientInfo: true,
    };
    const subscription = new Redis({ host, port, password, tls, connectTimeout, ...retry } as RedisOptions);
    subscription.on('error', () => {});
    subscription.on('message', (_, announcement) => this.announced(announcement, sentinel));
    subscription.subscribe(SWITCHED).catch(() => {});
    closeSilent(subscription);
    return subscription;
  }

  /**
   * `announcement`: master id, former and new address. The Sentinel that sent it is asked for the primary, because another one may not have
   * learnt of the failover.
   */
  private announced(announcement: string, sentinel: Partial<SentinelAddress>): void {
    const [masterId, , , host = '', port] = announcement.split(' ');
    if (masterId !== this.settings.name) return;
    for (const connector of this.connectors) connector.follow({ host, port: Number(port) }, sentinel);
  }
}
