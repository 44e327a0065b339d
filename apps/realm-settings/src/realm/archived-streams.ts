import { StreamArchived } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { consumeEvents, on, ServiceResources } from '@chat/runtime';
import { Inject, Injectable } from '@nestjs/common';
import { INSTALLATION, type Installation } from '../server/installation.js';
import { saveRealm } from './save-realm.js';

/**
 * Notices end when the stream that they go to is archived: asked by the messaging service right after it did so, and once more, for
 * certain, when its event is consumed.
 */
@Injectable()
export class ArchivedStreams {
  constructor(
    resources: ServiceResources,
    private readonly database: Database,
    @Inject(INSTALLATION) private readonly installation: Installation,
  ) {
    consumeEvents(
      resources,
      'realm-settings',
      on(StreamArchived, ({ realmId, payload }) => this.forget(realmId, [payload.stream.streamId])),
    );
  }

  /** Again and again the same: the second time there is nothing to change. */
  async forget(realmId: number, streamIds: readonly number[]): Promise<void> {
    const without = (id: number | null) => (id !== null && streamIds.includes(id) ? null : id);
    const change = await this.database.transaction((tx) =>
      saveRealm(tx, realmId, null, this.installation, (row) => ({
        ...row,
        notificationsStreamId: without(row.notificationsStreamId),
        signupNotificationsStreamId: without(row.signupNotificationsStreamId),
      })),
    );
    // Perhaps it was done a moment ago, by a replica that has not told it yet.
    if (change === undefined) await this.database.publishCommitted(realmId);
  }
}
