import type { Redis } from 'ioredis';
import { untilAnswered } from './until-answered.js';

/** How often the offset is measured again. */
const REMEASURE_EVERY_MS = 30_000;
/** A longer round trip is imprecise, because Redis or this process was busy before or after it read the clock. */
const MAX_ROUND_TRIP_MS = 100;
/** Pause after an imprecise measurement. */
const RETRY_AFTER_MS = 1_000;

/**
 * The time of the Redis server. Deadlines travel between processes, and their own clocks may differ by seconds, so each process measures its
 * offset to this one clock.
 */
export class BrokerClock {
  private offsetMs = 0;
  private bestRoundTripMs = Number.POSITIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(private readonly redis: Redis) {}

  async start(): Promise<void> {
    this.measureLater(await this.measure());
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  /** Milliseconds since the epoch. */
  nowMs(): number {
    return Date.now() + this.offsetMs;
  }

  private measureLater(isPrecise: boolean): void {
    if (this.isStopped) return;
    const measured = () => this.measure().catch(() => false);
    const afterMs = isPrecise ? REMEASURE_EVERY_MS : RETRY_AFTER_MS;
    this.timer = setTimeout(() => void measured().then((sure) => this.measureLater(sure)), afterMs).unref();
  }

  /** Resolves with whether the measurement is precise. An imprecise one is used while there is none better: its error is half its time. */
  private async measure(): Promise<boolean> {
    const { sentAt, time, receivedAt } = await untilAnswered(this.redis, async () => {
      const sentAt = Date.now();
      const time = await this.redis.time();
      return { sentAt, time, receivedAt: Date.now() };
    });
    const [seconds, microseconds] = time;
    const roundTripMs = receivedAt - sentAt;
    const isPrecise = roundTripMs <= MAX_ROUND_TRIP_MS;
    if (!isPrecise && roundTripMs >= this.bestRoundTripMs) return false;
    this.bestRoundTripMs = Math.min(this.bestRoundTripMs, roundTripMs);
    this.offsetMs = Number(seconds) * 1000 + Number(microseconds) / 1000 - (sentAt + receivedAt) / 2;
    return isPrecise;
  }
}
