import { serviceUnavailable } from '@chat/contracts';
import { type LogReader, partitionOf, stateEventsTailKey } from '@chat/event-log';
import type { Redis } from 'ioredis';

/** A request that cannot learn in this time what it must see is refused: Redis is away. */
const TAIL_TIMEOUT_MS = 3_000;

/**
 * The last fact in the log when a request came in: everything that anybody was told before is at or before it. One read serves
 * all requests of a tick, on the connection that counts them for the rate limit, so that both are one round trip.
 */
export class LogTail {
  private readonly reads = new Map<number, Promise<string>>();

  constructor(
    private readonly redis: Redis,
    private readonly reader: Pick<LogReader, 'waitUntilApplied'>,
    private readonly timeoutMs = TAIL_TIMEOUT_MS,
  ) {}

  /** Resolves with the position when this process has applied everything up to it. */
  async reached(realmId: number): Promise<string> {
    const asOf = await this.read(partitionOf(realmId));
    const applied = this.reader.waitUntilApplied(realmId, asOf);
    if (applied !== undefined) await within(applied, this.timeoutMs);
    return asOf;
  }

  private read(partition: number): Promise<string> {
    const shared = this.reads.get(partition);
    if (shared !== undefined) return shared;
    const read = within(this.redis.get(stateEventsTailKey(partition)), this.timeoutMs).then((id) => id ?? '0-0');
    this.reads.set(partition, read);
    // The command leaves at the end of this tick; a request that comes later needs a later answer.
    setImmediate(() => this.reads.delete(partition));
    return read;
  }
}

/** `promise`, or a 503 when it takes too long. */
export async function within<Value>(promise: Promise<Value>, timeoutMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(serviceUnavailable('gateway')), timeoutMs);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
