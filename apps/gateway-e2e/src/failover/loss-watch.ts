import { EVENT_EPOCH_KEY } from '@chat/contracts';
import { readLogEpoch } from '@chat/event-log';
import { eventually, type TestRedisServer } from '@chat/testing';
import type { Stage } from './stage.js';

const LOOK_EVERY_MS = 10;
const NOTICED_WITHIN_MS = 30_000;

/** The present life of Redis's data, and the last new beginning of a realm's log. Zero if there was none. */
interface Epochs {
  readonly data: number;
  readonly log: number;
}

/**
 * Measures how soon the services notice that a server has other data than before. They reveal it in Redis: queues of a new epoch of its data
 * end if they may have a hole, and those of a log that begins anew end all.
 */
export class LossWatch {
  private noticedAtMs: number | undefined;
  private isClosed = false;

  private constructor(
    private readonly stage: Stage,
    private readonly before: Epochs,
  ) {}

  /** To be called before the failure. */
  static async start(stage: Stage): Promise<LossWatch> {
    const { redis, postgres } = stage;
    redis.forgetOtherData();
    postgres.forgetOtherData();
    const watch = new LossWatch(stage, await readEpochs(redis.primary));
    for (const server of [redis.primary, redis.replica]) void watch.look(server);
    return watch;
  }

  /** Resolves when a service has noticed the other data, or after 30 s. */
  async untilNoticed(): Promise<void> {
    await eventually(() => this.noticedAtMs !== undefined, { withinMs: NOTICED_WITHIN_MS }).catch(() => {});
  }

  /** From the first connection to the other data; undefined if no service noticed them. */
  get noticedAfterMs(): number | undefined {
    const { redis, postgres } = this.stage;
    const reachedAtMs = redis.otherData.reachedAtMs ?? postgres.otherData.reachedAtMs;
    if (this.noticedAtMs === undefined || reachedAtMs === undefined) return undefined;
    return Math.round(this.noticedAtMs - reachedAtMs);
  }

  close(): void {
    this.isClosed = true;
  }

  private async look(server: TestRedisServer): Promise<void> {
    while (!this.isClosed && this.noticedAtMs === undefined) {
      const { data, log } = await readEpochs(server).catch(() => this.before);
      if (data > this.before.data || log > this.before.log) this.noticedAtMs ??= performance.now();
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }
}

async function readEpochs({ redis }: TestRedisServer): Promise<Epochs> {
  const [data, log] = await Promise.all([redis.hget(EVENT_EPOCH_KEY, 'e'), readLogEpoch(redis)]);
  return { data: Number(data), log };
}
