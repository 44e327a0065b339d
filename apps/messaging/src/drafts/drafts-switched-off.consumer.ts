import { UserUpdated } from '@chat/contracts';
import { consumeEvents, ServiceResources } from '@chat/runtime';
import { DomainEventConsumer } from '@chat/transport';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DraftsHandler } from './drafts.handler.js';

/** Deletes the stored drafts of users who switch their synchronization off, whatever is down when they do. */
@Injectable()
export class DraftsSwitchedOffConsumer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly consumer: DomainEventConsumer;

  constructor(resources: ServiceResources, drafts: DraftsHandler) {
    this.consumer = consumeEvents(
      resources,
      'messaging-drafts',
      new Map([
        [
          UserUpdated.type,
          async (event) => {
            if (!UserUpdated.matches(event)) return;
            const { user, previous } = event.payload;
            const wasOn = previous.settings?.enableDraftsSynchronization ?? false;
            if (!wasOn || user.settings.enableDraftsSynchronization) return;
            await drafts.deleteStored(user.userId, event.sequence);
          },
        ],
      ]),
    );
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.consumer.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.consumer.close();
  }
}
