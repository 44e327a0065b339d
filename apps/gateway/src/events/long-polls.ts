import { ServiceResources } from '@chat/runtime';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Stopping } from '../http/server/stopping.js';
import { readEventPollSettings } from './event-poll-settings.js';
import { PollRegistry } from './poll-registry.js';
import { QueueRegistrar } from './register-queue.js';
import { ShardHolders } from './shard-holders.js';
import { ShardNews } from './shard-news.js';

/** The event queues as this gateway serves them: open polls, and registrations. */
@Injectable()
export class LongPolls implements OnModuleInit, OnModuleDestroy {
  readonly polls: PollRegistry;
  readonly registrar: QueueRegistrar;
  private readonly news: ShardNews;

  constructor(resources: ServiceResources, stopping: Stopping) {
    const { client, redis } = resources;
    this.polls = new PollRegistry(client, readEventPollSettings().heartbeatMs);
    this.registrar = new QueueRegistrar(client, new ShardHolders(redis, () => client.clock.nowMs()));
    this.news = new ShardNews(
      resources.connect('event-news'),
      (notice) => this.polls.onNotice(notice),
      () => this.polls.lookAtAll(),
    );
    stopping.onBegin(() => this.polls.stop());
  }

  async onModuleInit(): Promise<void> {
    await this.news.start();
    this.polls.start();
  }

  onModuleDestroy(): void {
    this.polls.stop();
    this.news.close();
  }
}
