import { type LoggedEvent, StreamArchived, type StreamArchivedPayload } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { measureConsumer, ServiceResources } from '@chat/runtime';
import { DomainEventConsumer } from '@chat/transport';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { INSTALLATION, type Installation } from '../server/installation.js';
import { saveRealm } from './save-realm.js';

/** Notices end when the stream that they go to is archived. */
@Injectable()
export class ArchivedStreamsConsumer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly consumer: DomainEventConsumer;

  constructor(
    resources: ServiceResources,
    private readonly database: Database,
    @Inject(INSTALLATION) private readonly installation: Installation,
  ) {
    this.consumer = new DomainEventConsumer(resources.settings.redisUrl, {
      group: 'realm-settings',
      consumer: resources.settings.instance,
      logger: resources.logger,
      handlers: new Map([
        [StreamArchived.type, (event: LoggedEvent) => this.forget(event as LoggedEvent<StreamArchivedPayload>)],
      ]),
    });
    measureConsumer(resources, this.consumer);
  }

  onApplicationBootstrap(): Promise<void> {
    return this.consumer.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.consumer.close();
  }

  /** Again and again the same: the second time there is nothing to change. */
  private async forget({ realmId, payload }: LoggedEvent<StreamArchivedPayload>): Promise<void> {
    const without = (id: number | null) => (id === payload.stream.streamId ? null : id);
    await this.database.transaction((tx) =>
      saveRealm(tx, realmId, null, this.installation, (row) => ({
        ...row,
        notificationsStreamId: without(row.notificationsStreamId),
        signupNotificationsStreamId: without(row.signupNotificationsStreamId),
      })),
    );
  }
}
