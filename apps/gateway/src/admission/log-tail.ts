import { serviceUnavailable } from '@chat/contracts';
import { type LogReader, partitionOf, stateEventsTailKey } from '@chat/event-log';
import type { Redis } from 'ioredis';

/** Redis does not reply: the request gets a 503 after this. */
const TAIL_TIMEOUT_MS = 3_000;

/**
 * Reads the position of the last state event when a request arrives: a change that any client has seen is at or before it. One read
 * serves all requests of a tick, in the same round trip that counts them for the rate limit.
 */
export class LogTail {
  private readonly reads = new Map<number, Promise<string>>();

  constructor(
    private readonly redis: Redis,
    private readonly reader: Pick<LogReader, 'waitUntilApplied'>,
    private readonly timeoutMs = TAIL_TIMEOUT_MS,
  ) {}

  /** Resolves with the position after this process has applied all events up to it. */
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
    // The command leaves at the end of this tick. A later request needs a later position.
    setImmediate(() => this.reads.delete(partition));
    return read;
  }
}

/** Settles as `promise`, or rejects with a 503 after `timeoutMs`. */
export function within<Value>(promise: Promise<Value>, timeoutMs: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(serviceUnavailable('gateway')), timeoutMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
