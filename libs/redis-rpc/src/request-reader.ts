import { giveUp, isAway } from '@chat/redis';
import type { Redis } from 'ioredis';
import { BLOCK_SECONDS, READ_BATCH } from './limits.js';
import { nextTurn } from './next-turn.js';
import type { ReplicaPresence } from './replica-presence.js';
import type { RequestExecutor } from './request-executor.js';

/** Takes requests from lists, from the first of them that has any, while the executor has room. */
export class RequestReader {
  private reading: Promise<void> | undefined;
  private connectionId = 0;
  private isStopping = false;

  /** `redis` is for the reader alone; `commands` interrupts it. */
  constructor(
    private readonly redis: Redis,
    private readonly commands: Redis,
    private readonly lists: readonly string[],
    private readonly executor: RequestExecutor,
    private readonly presence: ReplicaPresence,
  ) {}

  start(): void {
    this.reading = this.read();
  }

  /** Resolves when this replica takes no more requests. */
  async stop(): Promise<void> {
    this.isStopping = true;
    if (isAway(this.redis)) giveUp(this.redis);
    // The reading ends by itself too, a moment later.
    else this.commands.client('UNBLOCK', this.connectionId).catch(() => {});
    await this.reading;
  }

  private async read(): Promise<void> {
    this.redis.on('ready', () => void this.rememberConnectionId());
    // Not waited for: the answer may never come (see `untilAnswered`), and the connection that replaces this one asks again.
    if (this.redis.status === 'ready') void this.rememberConnectionId();
    while (!this.isStopping) {
      try {
        const room = await this.executor.room();
        if (this.isStopping) break;
        this.presence.announce();
        const { lists } = this;
        const count = Math.min(READ_BATCH, room);
        const popped = await this.redis.blmpop(BLOCK_SECONDS, lists.length, ...lists, 'LEFT', 'COUNT', count);
        for (const text of popped?.[1] ?? []) void this.executor.execute(text);
        // What was taken goes first: its statements are sent before more is asked for.
        await nextTurn();
      } catch {
        if (!this.isStopping) await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  private async rememberConnectionId(): Promise<void> {
    try {
      this.connectionId = await this.redis.client('ID');
    } catch {
      // Only an orderly stop needs it, and that then waits for the blocking read to end by itself.
    }
  }
}
