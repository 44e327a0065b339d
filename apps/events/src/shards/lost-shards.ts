import type { Logger } from 'pino';
import type { RedisEpochs } from '../epochs/redis-epochs.js';
import type { Shard } from './shard.js';
import type { LostShard } from './shard-contents.js';

/** A lost shard is taken again after this time, so that a failing Redis causes no tight loop. */
const RETAKE_AFTER_MS = 100;

/** Shards of a replica that the store refused. One warning explains all of one moment, and none is needed if a new epoch explains them. */
export class LostShards {
  private lost: { readonly shard: Shard; readonly end: LostShard }[] = [];

  constructor(
    private readonly epochs: RedisEpochs,
    private readonly logger: Logger,
    private readonly onExplained: () => void,
  ) {}

  add(shard: Shard, end: LostShard): void {
    if (this.lost.length === 0) setTimeout(() => this.explain(), RETAKE_AFTER_MS).unref();
    this.lost.push({ shard, end });
  }

  /** To be called at a new epoch: it explains all losses so far, and its data need not have their versions. */
  forget(): void {
    this.lost = [];
  }

  versions(): (readonly [shard: number, version: number])[] {
    return this.lost.map(({ shard }) => [shard.number, shard.version]);
  }

  private async explain(): Promise<void> {
    await this.epochs.check().catch(() => {}); // each renewal of the session checks again
    const { lost } = this;
    this.lost = [];
    if (lost.length > 0) {
      const shards = lost.map(({ shard, end }) => `${shard.number} ${end}`);
      this.logger.warn({ shards }, 'Shards lost; the preferred replicas take them');
    }
    this.onExplained();
  }
}
