import { ApiKeyChanged } from '@chat/contracts';
import { ServiceResources } from '@chat/service-kit';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Stopping } from '../http/stopping.js';
import { CaughtUpQueues } from './caught-up-queues.js';
import { readEventPollSettings } from './event-poll-settings.js';
import { PollRegistry } from './poll-registry.js';
import { QueueRegistrar } from './register-queue.js';
import { ShardHolders } from './shard-holders.js';
import { ShardNews } from './shard-news.js';

const openPolls = new Gauge({ name: 'chat_open_polls', help: 'GET /events requests that are open at this gateway.' });
const SHOW_EVERY_MS = 5_000;

/** The event queues as this gateway serves them: open polls, and registrations. */
@Injectable()
export class LongPolls implements OnModuleInit, OnModuleDestroy {
  readonly polls: PollRegistry;
  readonly registrar: QueueRegistrar;
  readonly caughtUp: CaughtUpQueues;
  private readonly news: ShardNews;
  private showing: NodeJS.Timeout | undefined;

  constructor(resources: ServiceResources, stopping: Stopping) {
    const { client, redis, reader } = resources;
    this.polls = new PollRegistry(client, readEventPollSettings().heartbeatMs);
    const holders = new ShardHolders(redis, () => client.clock.nowMs());
    this.registrar = new QueueRegistrar(client, holders);
    this.caughtUp = new CaughtUpQueues(client, holders);
    this.news = new ShardNews(
      resources.connect('event-news'),
      (notice) => this.polls.onNotice(notice),
      () => this.polls.lookAtAll(),
    );
    reader.onEvent((event) => {
      if (ApiKeyChanged.matches(event)) this.polls.letComeBack(event.payload.userId);
    });
    stopping.onBegin(() => this.polls.stop());
  }

  async onModuleInit(): Promise<void> {
    await this.news.start();
    this.polls.start();
    this.showing = setInterval(() => openPolls.set(this.polls.openCount), SHOW_EVERY_MS);
  }

  onModuleDestroy(): void {
    clearInterval(this.showing);
    this.polls.stop();
    this.news.close();
  }
}
