import type { Redis } from 'ioredis';
import { untilAnswered } from './until-answered.js';

/** How often the offset is measured again. */
const REMEASURE_EVERY_MS = 30_000;
/** An answer that took longer says little: Redis or this process was busy with something else, before or after it read its clock. */
const MAX_ROUND_TRIP_MS = 100;
/** After an answer that says little, another is asked for. */
const ASK_AGAIN_AFTER_MS = 1_000;

/**
 * Time as the Redis server tells it. Deadlines travel between processes whose own clocks may be seconds apart; each
 * measures its offset to the one clock they all can ask.
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

  private measureLater(isSure: boolean): void {
    if (this.isStopped) return;
    const again = () =>
      void this.measure().then(
        (sure) => this.measureLater(sure),
        () => this.measureLater(false),
      );
    this.timer = setTimeout(again, isSure ? REMEASURE_EVERY_MS : ASK_AGAIN_AFTER_MS);
    this.timer.unref();
  }

  /** Whether the answer came quickly. One that did not is used only while there is none better: its error is half its time. */
  private async measure(): Promise<boolean> {
    const { askedAt, answer, answeredAt } = await untilAnswered(this.redis, async () => {
      const askedAt = Date.now();
      const answer = await this.redis.time();
      return { askedAt, answer, answeredAt: Date.now() };
    });
    const [seconds, microseconds] = answer;
    const roundTripMs = answeredAt - askedAt;
    const isSure = roundTripMs <= MAX_ROUND_TRIP_MS;
    if (!isSure && roundTripMs >= this.bestRoundTripMs) return false;
    this.bestRoundTripMs = Math.min(this.bestRoundTripMs, roundTripMs);
    this.offsetMs = Number(seconds) * 1000 + Number(microseconds) / 1000 - (askedAt + answeredAt) / 2;
    return isSure;
  }
}
