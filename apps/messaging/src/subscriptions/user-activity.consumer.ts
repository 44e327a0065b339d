import {
  type LoggedEvent,
  MAX_STREAMS_IN_SIGHT_EVENT,
  SubscriberActivityChanged,
  UserUpdated,
  type UserUpdatedPayload,
} from '@chat/contracts';
import { LogReader } from '@chat/event-log';
import { Database, lockByName, lockRealm } from '@chat/persistence';
import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { inParts } from '../messages/record-events.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { readSubscribedStreams } from '../stream-records/stream-records.repository.js';
import { readRemaining, withReceivers } from './remove-subscriptions.js';

/**
 * Publishes that a deactivated user leaves the subscriber lists of streams, or that a reactivated user returns. The event has the current state,
 * read behind a lock, so repeated events and events in another order do no harm.
 */
@Controller()
export class UserActivityConsumer {
  constructor(
    private readonly database: Database,
    private readonly projections: RealmProjections,
    private readonly reader: LogReader,
  ) {}

  @EventPattern(UserUpdated.type, { group: 'messaging-user-activity' })
  async onUserUpdated(@Payload() { realmId, payload }: LoggedEvent<UserUpdatedPayload>): Promise<void> {
    if (payload.previous.isActive !== undefined) await this.publish(realmId, payload.userId);
  }

  private async publish(realmId: number, userId: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      // Serializes the changes of one user; each sees all events that an earlier one saw.
      await lockByName(tx, `activity:${userId}`);
      await this.reader.waitUntilLatest(realmId);
      const users = await this.projections.users(realmId);
      await lockRealm(tx, realmId);
      const streams = await readSubscribedStreams(tx, realmId, userId);
      const isActive = users.get(userId)?.isActive ?? false;
      for (const part of inParts(streams, MAX_STREAMS_IN_SIGHT_EVENT)) {
        const changed = part.map(withReceivers(await readRemaining(tx, part, users.guestIds())));
        tx.record(realmId, SubscriberActivityChanged.of({ userId, isActive, streams: changed }));
      }
    });
  }
}
