import { giveUp } from '@chat/redis';
import type { Redis } from 'ioredis';
import { BLOCK_FOR_REPLIES_SECONDS, REPLY_BATCH } from './limits.js';
import { nextTurn } from './next-turn.js';

/** Takes replies from a caller's list. `redis` is for the reader alone, which ends it. */
export class ReplyReader {
  private reading: Promise<void> | undefined;
  private isClosing = false;

  constructor(
    private readonly redis: Redis,
    private readonly list: string,
    private readonly onReply: (packet: string) => void,
  ) {}

  start(): void {
    this.reading ??= this.read();
  }

  async close(): Promise<void> {
    this.isClosing = true;
    giveUp(this.redis);
    await this.reading;
  }

  private async read(): Promise<void> {
    while (!this.isClosing) {
      try {
        const popped = await this.redis.blmpop(BLOCK_FOR_REPLIES_SECONDS, 1, this.list, 'LEFT', 'COUNT', REPLY_BATCH);
        for (const packet of popped?.[1] ?? []) this.onReply(packet);
        // Those who got their replies go first: their answers are written before more is asked for.
        await nextTurn();
      } catch {
        // The connection broke or is being closed; ioredis reconnects, the loop goes on.
        if (!this.isClosing) await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }
}
