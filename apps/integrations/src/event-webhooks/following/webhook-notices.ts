import { EVENT_EPOCHS_CHANNEL, eventShardChannel, queueIdsOfNotice } from '@chat/contracts';
import type { ServiceResources } from '@chat/service-kit';
import type { Redis } from 'ioredis';

/** Channel of notices to all replicas that webhooks have changed. */
const CHANGED_CHANNEL = 'webhooks:changed';

interface NoticeHandlers {
  /** These event queues have news. */
  onNews(queueIds: readonly string[]): void;
  /** Notices may be missing. */
  onReconnection(): void;
  /** A request has changed a webhook, at any replica. */
  onChange(): void;
}

/** Notices of the shards of event queues, and of changed webhooks. Without webhooks there is no connection. */
export class WebhookNotices {
  private subscriber: Redis | undefined;
  private subscribed = new Set<number>();

  constructor(
    private readonly resources: ServiceResources,
    private readonly handlers: NoticeHandlers,
  ) {}

  /** Subscribes to the notices of exactly these shards. Returns those that are new. */
  async follow(shards: readonly number[]): Promise<Set<number>> {
    const wanted = new Set(shards);
    if (wanted.size === 0 && this.subscriber === undefined) return wanted;
    this.subscriber ??= this.listen();
    const added = [...wanted].filter((shard) => !this.subscribed.has(shard));
    const removed = [...this.subscribed].filter((shard) => !wanted.has(shard));
    if (added.length > 0) await this.subscriber.subscribe(...added.map(eventShardChannel));
    if (removed.length > 0) await this.subscriber.unsubscribe(...removed.map(eventShardChannel));
    this.subscribed = wanted;
    return new Set(added);
  }

  /** Best effort. */
  publishChange(): void {
    this.resources.redis.publish(CHANGED_CHANNEL, '').catch(() => {});
  }

  close(): void {
    this.subscriber?.disconnect();
  }

  private listen(): Redis {
    const subscriber = this.resources.connect('webhooks');
    subscriber.on('ready', () => this.handlers.onReconnection());
    subscriber.on('message', (channel, text) => {
      if (channel === EVENT_EPOCHS_CHANNEL) this.handlers.onReconnection();
      else if (channel === CHANGED_CHANNEL) this.handlers.onChange();
      else this.handlers.onNews(queueIdsOfNotice(text));
    });
    void subscriber.subscribe(EVENT_EPOCHS_CHANNEL, CHANGED_CHANNEL).catch(() => {});
    return subscriber;
  }
}
