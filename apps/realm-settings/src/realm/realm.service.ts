import {
  badRequest,
  GetFanoutState,
  GetStreams,
  type Principal,
  type PublicRealm,
  type RealmChanges,
  UpdateFullMembers,
} from '@chat/contracts';
import { LogReader } from '@chat/event-log';
import { Database } from '@chat/persistence';
import { RedisTransportClient, type RequestContext } from '@chat/redis-rpc';
import { AfterCommit } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { Installation } from './installation.js';
import { NO_QUOTA } from './realm.entity.js';
import { RealmRepository } from './realm.repository.js';
import { applyRealmChanges, checkRealmChanges } from './realm-changes.js';

@Injectable()
export class RealmService {
  constructor(
    private readonly database: Database,
    private readonly realms: RealmRepository,
    private readonly client: RedisTransportClient,
    private readonly reader: LogReader,
    private readonly afterCommit: AfterCommit,
    private readonly installation: Installation,
  ) {}

  /** Returns the new values of the fields that changed. */
  async update(actor: Principal, changes: RealmChanges, context: RequestContext): Promise<Partial<PublicRealm>> {
    checkRealmChanges(changes, actor);
    const change = await this.realms.change(actor.realmId, actor.userId, async (row) => {
      await this.requireVisibleStreams(actor, changes, context);
      return applyRealmChanges(row, changes, this.installation.server);
    });
    if (change?.previous.waitingPeriodThreshold !== undefined) {
      await this.afterCommit.ask(UpdateFullMembers, { realmId: actor.realmId }, context);
    }
    const { realm, previous } = change ?? { previous: {} };
    return Object.fromEntries(
      Object.keys(previous).map((name) => [name, realm?.[name as keyof PublicRealm]]),
    ) as Partial<PublicRealm>;
  }

  async setActive(realmId: number, isActive: boolean, actorId: number | null): Promise<void> {
    await this.realms.change(realmId, actorId, (row) => ({ ...row, isDeactivated: !isActive }));
  }

  async setStandbyReads(realmId: number, readsStandbys: boolean): Promise<void> {
    await this.realms.change(realmId, null, (row) => ({ ...row, readsStandbys }));
  }

  /** Null: no quota. Undefined: the default of the installation. */
  async setUploadQuota(realmId: number, quotaMib: number | null | undefined): Promise<void> {
    const uploadQuotaMib = quotaMib === undefined ? null : (quotaMib ?? NO_QUOTA);
    await this.realms.change(realmId, null, (row) => ({ ...row, uploadQuotaMib }));
  }

  /** Ends the notices that go to archived streams. May run twice for one stream: the second run changes nothing. */
  async removeArchivedStreams(realmId: number, streamIds: readonly number[]): Promise<void> {
    const withoutArchived = (id: number | null) => (id !== null && streamIds.includes(id) ? null : id);
    const change = await this.realms.change(realmId, null, (row) => ({
      ...row,
      notificationsStreamId: withoutArchived(row.notificationsStreamId),
      signupNotificationsStreamId: withoutArchived(row.signupNotificationsStreamId),
    }));
    // Another replica may have committed the change a moment ago without having published it.
    if (change === undefined) await this.database.publishCommitted(realmId);
  }

  /**
   * Throws unless the actor sees the streams for notices. A missing and a hidden stream give the same error. Call it behind the lock of the
   * realm: an archived stream is either missing here, or removed right after the commit.
   */
  private async requireVisibleStreams({ realmId, userId }: Principal, changes: RealmChanges, cause: RequestContext) {
    const ids = [changes.notificationsStreamId, changes.signupNotificationsStreamId].filter((id) => id != null);
    if (ids.length === 0) return;
    const context = { ...cause, asOf: await this.reader.tail(realmId) };
    const [streams, fanout] = await Promise.all([
      this.client.request(GetStreams, { realmId }, context),
      this.client.request(GetFanoutState, { realmId, userIds: [userId] }, context),
    ]);
    const subscribed = fanout.state.subscriptions[userId] ?? [];
    for (const id of ids) {
      const stream = streams.state.find(({ streamId }) => streamId === id);
      if (!stream || (stream.isPrivate && !subscribed.includes(id))) throw badRequest('Invalid stream ID');
    }
  }
}
