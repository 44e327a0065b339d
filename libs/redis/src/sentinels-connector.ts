import { type SentinelAddress, type SentinelConnectionOptions, SentinelConnector } from 'ioredis';

type Resolve = (sentinel: SentinelAddress) => Promise<{ readonly host: string; readonly port: number } | null>;

/** Questions without a reply, by Sentinel and master id. */
const asked = new Map<string, ReturnType<Resolve>>();

/** Asks the next Sentinel at each attempt to connect. The connections of a process that ask at the same time share one question. */
export class SentinelsConnector extends SentinelConnector {
  /** Host and port of the primary that the last reply named. */
  primary = '';

  constructor(options: SentinelConnectionOptions) {
    super(options);
    // Private in ioredis (5.11.1).
    const { resolve } = this as unknown as { readonly resolve: Resolve };
    const resolveOnce: Resolve = async (sentinel) => {
      const key = `${options.name}@${sentinel.host}:${sentinel.port}`;
      const asking = asked.get(key) ?? resolve.call(this, sentinel).finally(() => asked.delete(key));
      asked.set(key, asking);
      const address = await asking;
      this.primary = `${address?.host} ${address?.port}`;
      return address;
    };
    Object.assign(this, { resolve: resolveOnce });
  }

  /** The next attempt to connect asks this Sentinel. */
  askNext({ host, port }: Partial<SentinelAddress>): void {
    const { turns } = this;
    turns.cursor = turns.sentinels.findIndex((sentinel) => sentinel.host === host && sentinel.port === port);
  }

  override connect(onError: (type: string, error: Error) => void): ReturnType<SentinelConnector['connect']> {
    // ioredis would report after the last Sentinel of the list that none can be reached.
    const { turns } = this;
    turns.cursor %= turns.sentinels.length;
    return super.connect(onError);
  }

  /** Protected in ioredis (5.11.1). */
  private get turns() {
    return this.sentinelIterator as unknown as {
      cursor: number;
      readonly sentinels: readonly Partial<SentinelAddress>[];
    };
  }
}
