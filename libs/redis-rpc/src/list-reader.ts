import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { disconnect, isAway } from '@chat/redis';
import type { Redis } from 'ioredis';

const RETRY_AFTER_MS = 50;

interface ListReaderOptions {
  /** In the order of preference. */
  readonly lists: readonly string[];
  /** Longest time of one blocking command. */
  readonly blockSeconds: number;
  /** Most packets of one read. */
  readonly batch: number;
  /** Resolves with the number of packets that may be taken now, at least one. Absent: any number. */
  readonly room?: () => Promise<number>;
  readonly onPacket: (packet: string) => void;
}

/** Takes packets from the first of several lists that has any. No other code may use `redis`. */
export class ListReader {
  private reading: Promise<void> | undefined;
  private connectionId = 0;
  private isStopping = false;

  constructor(
    private readonly redis: Redis,
    private readonly options: ListReaderOptions,
  ) {}

  start(): void {
    this.reading ??= this.read();
  }

  /**
   * Resolves when no more packets are taken. With `commands`, which interrupts the blocking command, packets on their way from Redis
   * still arrive; without, they are lost.
   */
  async stop(commands?: Redis): Promise<void> {
    this.isStopping = true;
    if (commands === undefined || isAway(this.redis)) disconnect(this.redis);
    // If the interruption fails, the blocking command ends at its timeout.
    else commands.client('UNBLOCK', this.connectionId).catch(() => {});
    await this.reading;
  }

  private async read(): Promise<void> {
    const { lists, blockSeconds, batch, room, onPacket } = this.options;
    this.redis.on('ready', () => this.rememberConnectionId());
    if (this.redis.status === 'ready') this.rememberConnectionId();
    while (!this.isStopping) {
      try {
        const count = room === undefined ? batch : Math.min(batch, await room());
        if (this.isStopping) break;
        const popped = await this.redis.blmpop(blockSeconds, lists.length, ...lists, 'LEFT', 'COUNT', count);
        for (const packet of popped?.[1] ?? []) onPacket(packet);
        // The work on these packets sends its own commands and responses before the next packets are read.
        await nextTurn();
      } catch {
        // The connection broke or is being closed; ioredis reconnects.
        if (!this.isStopping) await sleep(RETRY_AFTER_MS);
      }
    }
  }

  /** Not awaited: the reply may never come (see `untilAnswered`), and the next connection asks again. */
  private rememberConnectionId(): void {
    this.redis.client('ID').then(
      (id) => {
        this.connectionId = id;
      },
      () => {},
    );
  }
}
