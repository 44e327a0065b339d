import { EVENT_SHARDS, type EventShardNotice, eventShardChannel, parseEventShardNotice } from '@chat/contracts';
import { giveUp, untilAnswered } from '@chat/redis';
import type { Redis } from 'ioredis';

const CHANNELS = Array.from({ length: EVENT_SHARDS }, (_, shard) => eventShardChannel(shard));

/** Listens to the channels of all shards. Notices may be lost while the connection is: then `onGap` tells to look oneself. */
export class ShardNews {
  constructor(
    private readonly redis: Redis,
    private readonly onNotice: (notice: EventShardNotice) => void,
    private readonly onGap: () => void,
  ) {}

  async start(): Promise<void> {
    this.redis.on('message', (_channel: string, text: string) => this.onNotice(parseEventShardNotice(text)));
    await untilAnswered(this.redis, () => this.redis.subscribe(...CHANNELS));
    this.redis.on('ready', () => {
      // Answered when the subscriptions hold again; what was published before was missed.
      this.redis.subscribe(...CHANNELS).then(
        () => this.onGap(),
        () => {},
      );
    });
  }

  close(): void {
    giveUp(this.redis);
  }
}
