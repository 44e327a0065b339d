import type { ConnectionLogger } from '@chat/redis';
import type { Redis } from 'ioredis';
import { REPLY_LIST_TTL_MS } from './limits.js';

/** Puts replies into the lists of their callers, those of one turn of the event loop together. */
export class ReplySender {
  /** Replies of this turn, by the caller's list. */
  private outgoing = new Map<string, string[]>();

  constructor(
    private readonly redis: Redis,
    private readonly logger: ConnectionLogger,
  ) {}

  send(list: string, text: string): void {
    if (this.outgoing.size === 0) setImmediate(() => void this.flush());
    const texts = this.outgoing.get(list);
    if (texts) texts.push(text);
    else this.outgoing.set(list, [text]);
  }

  async flush(): Promise<void> {
    const batches = this.outgoing;
    this.outgoing = new Map();
    const pipeline = this.redis.pipeline();
    for (const [list, texts] of batches) pipeline.rpush(list, ...texts).pexpire(list, REPLY_LIST_TTL_MS);
    await pipeline.exec().catch((error: Error) => {
      this.logger.warn({ cause: error.message }, 'Replies could not be sent; their callers time out');
    });
  }
}
