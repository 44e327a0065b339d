import type { BrokerClock } from '@chat/redis';
import { Histogram } from 'prom-client';
import type { LogAudience, LogBatch } from './log-follower.js';
import type { Shard, ShardEnd } from './shard.js';

const lag = new Histogram({
  name: 'chat_fanout_lag_seconds',
  help: 'Time from an event’s entry in the log until it was stored in the queues of this replica’s shards.',
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

/** The shards that this replica holds now. Gives them each batch of the log. */
export class HeldShards implements LogAudience {
  private readonly shards = new Map<number, Shard>();

  constructor(private readonly clock: BrokerClock) {}

  get size(): number {
    return this.shards.size;
  }

  get(number: number): Shard | undefined {
    return this.shards.get(number);
  }

  /** A copy: the shards may end while the caller goes through them. */
  all(): Shard[] {
    return [...this.shards.values()];
  }

  add(shard: Shard): void {
    this.shards.set(shard.number, shard);
  }

  remove(shard: Shard): void {
    if (this.shards.get(shard.number) === shard) this.shards.delete(shard.number);
  }

  *versions(): Iterable<readonly [shard: number, version: number]> {
    for (const { number, version } of this.shards.values()) yield [number, version];
  }

  endAll(end: ShardEnd): void {
    for (const shard of this.all()) shard.end(end);
  }

  isConcerned(): boolean {
    for (const shard of this.shards.values()) if (shard.isConcerned) return true;
    return false;
  }

  async onBatch(batch: LogBatch): Promise<void> {
    const stored: Promise<void>[] = [];
    for (const shard of this.shards.values()) {
      const received = shard.receive(batch);
      if (received) stored.push(received.catch(() => {})); // a failure ends the shard and logs the error
    }
    await Promise.all(stored);
    for (const { events } of batch) {
      const last = events.at(-1);
      // An id in the log is `<ms>-<n>`; both times are by the clock of Redis.
      if (last) lag.observe(Math.max(0, this.clock.nowMs() - Number.parseInt(last.logId, 10)) / 1000);
    }
  }

  onRewind(): void {
    this.endAll('stale');
  }
}
