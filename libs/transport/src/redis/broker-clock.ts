import type { Redis } from 'ioredis';

/** How often the offset is measured again. */
const REMEASURE_EVERY_MS = 30_000;

/**
 * Time as the Redis server tells it. Deadlines travel between processes whose own clocks may be seconds apart; each
 * measures its offset to the one clock they all can ask.
 */
export class BrokerClock {
  private offsetMs = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly redis: Redis) {}

  async start(): Promise<void> {
    await this.measure();
    this.timer = setInterval(() => void this.measure().catch(() => {}), REMEASURE_EVERY_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Milliseconds since the epoch. */
  nowMs(): number {
    return Date.now() + this.offsetMs;
  }

  private async measure(): Promise<void> {
    const askedAt = Date.now();
    const [seconds, microseconds] = await this.redis.time();
    const answeredAt = Date.now();
    this.offsetMs = Number(seconds) * 1000 + Number(microseconds) / 1000 - (askedAt + answeredAt) / 2;
  }
}
