import type { Logger } from 'pino';
import { Batch } from '../fan-out/batch.js';
import type { LiveQueues } from '../fan-out/live-queues.js';
import type { QueueStore, ShardWrite } from '../queues/queue-store.js';
import type { TakenShard } from './shard-leases.js';
import type { ShardPositions } from './shard-positions.js';

/** Why the store refuses a holder. `stale`: the shard is not as this holder knows it. */
export type LostShard = 'lease lost' | 'stale';

/** Writes what one replica holds of a shard, under its fencing token. Writes must not overlap. */
export class ShardWriter {
  readonly token: string;
  private version: number;

  constructor(
    private readonly shard: number,
    taken: TakenShard,
    private readonly store: QueueStore,
    private readonly queues: LiveQueues,
    private readonly positions: ShardPositions,
    private readonly logger: Logger,
  ) {
    this.token = taken.token;
    this.version = taken.version;
  }

  /**
   * Writes `batch` with the cursor, as one step. Forgets queues that the store no longer has, by a further step. Resolves with the
   * reason if the store refuses the write.
   */
  async write(batch: Batch, opened: ShardWrite['opened'] = []): Promise<LostShard | undefined> {
    const dropped = [...batch.dropped];
    this.queues.forget(dropped, batch.states);
    const moved = this.positions.moved();
    const outcome = await this.store.write(this.shard, this.token, this.version, {
      cursors: moved,
      states: [...batch.states],
      opened,
      dropped,
      bodies: batch.bodies,
      queues: batch.queues(),
    });
    if (outcome.kind !== 'written') return outcome.kind;
    this.version++;
    this.positions.markStored(moved);
    if (outcome.full.length > 0) {
      this.logger.warn({ shard: this.shard, queues: outcome.full }, 'Queues dropped: they passed a limit');
    }
    const gone = [...outcome.gone, ...outcome.full];
    if (gone.length === 0) return undefined;
    const rest = new Batch();
    this.queues.forget(gone, rest.states);
    return rest.isEmpty ? undefined : this.write(rest);
  }

  /** The reason if the store would refuse a write. */
  async verify(): Promise<LostShard | undefined> {
    const [token, version] = await this.store.lease(this.shard);
    if (token !== this.token) return 'lease lost';
    return Number(version) === this.version ? undefined : 'stale';
  }
}
