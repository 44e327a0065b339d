import { type LoggedEvent, StreamArchived, type StreamArchivedPayload } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { consumeEvents, on, ServiceResources } from '@chat/runtime';
import { Inject, Injectable } from '@nestjs/common';
import { INSTALLATION, type Installation } from '../server/installation.js';
import { saveRealm } from './save-realm.js';

/** Notices end when the stream that they go to is archived. */
@Injectable()
export class ArchivedStreamsConsumer {
  constructor(
    resources: ServiceResources,
    private readonly database: Database,
    @Inject(INSTALLATION) private readonly installation: Installation,
  ) {
    consumeEvents(
      resources,
      'realm-settings',
      on(StreamArchived, (event) => this.forget(event)),
    );
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
