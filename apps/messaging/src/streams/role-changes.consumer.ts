import {
  isAdministrator,
  isGuest,
  type LoggedEvent,
  MAX_STREAMS_IN_SIGHT_EVENT,
  maySeeStream,
  type Role,
  StreamsInSightChanged,
  UserUpdated,
  type UserUpdatedPayload,
} from '@chat/contracts';
import { LogReader } from '@chat/event-log';
import { Database, lockByName, lockRealm } from '@chat/persistence';
import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { visibleDefaults } from '../default-streams/default-streams.repository.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { readStreamsWithSubscription, readSubscribers } from '../stream-records/stream-records.repository.js';
import { recordRegainedVisibility } from '../user-topics/user-topics.repository.js';

/**
 * Publishes the streams that appear or disappear for a user after a change of role. Repeated events do no harm: clients replace a stream
 * that appears again.
 *
 * Two replicas may handle two changes of one user in the wrong order. So each publishes the difference between the role before its
 * change and the current role: the last published difference is correct, and no earlier change is left out.
 */
@Controller()
export class RoleChangesConsumer {
  constructor(
    private readonly database: Database,
    private readonly projections: RealmProjections,
    private readonly reader: LogReader,
  ) {}

  @EventPattern(UserUpdated.type, { group: 'messaging-role-changes' })
  async onUserUpdated(@Payload() { realmId, payload }: LoggedEvent<UserUpdatedPayload>): Promise<void> {
    const { userId, user, previous } = payload;
    if (previous.role === undefined || sightOf(previous.role) === sightOf(user.role)) return;
    await this.publish(realmId, userId, previous.role);
  }

  private async publish(realmId: number, userId: number, before: Role): Promise<void> {
    await this.database.transaction(async (tx) => {
      // Serializes the changes of one user; each sees all events that an earlier one saw.
      await lockByName(tx, `role:${userId}`);
      await this.reader.waitUntilLatest(realmId);
      const users = await this.projections.users(realmId);
      const now = users.get(userId)?.role;
      if (now === undefined) return;
      // The event must match its position in the log: no subscription may change between the read and the commit.
      await lockRealm(tx, realmId);
      const streams = await readStreamsWithSubscription(tx, realmId, userId);
      const changed = streams
        .map(({ isSubscribed, ...stream }) => ({
          stream,
          saw: maySeeStream({ role: before }, stream, isSubscribed),
          sees: maySeeStream({ role: now }, stream, isSubscribed),
        }))
        .filter(({ saw, sees }) => saw !== sees);
      const defaults = isGuest(before) === isGuest(now) ? undefined : await visibleDefaults(tx, realmId, now);
      const appeared = new Set(changed.filter(({ sees }) => sees).map(({ stream }) => stream.streamId));
      const subscribers = await readSubscribers(tx, [...appeared], users);
      for (let from = 0; from === 0 || from < changed.length; from += MAX_STREAMS_IN_SIGHT_EVENT) {
        const part = changed.slice(from, from + MAX_STREAMS_IN_SIGHT_EVENT);
        tx.record(
          realmId,
          StreamsInSightChanged.of({
            userId,
            role: now,
            appeared: part
              .filter(({ sees }) => sees)
              .map(({ stream }) => ({ stream, subscriberIds: subscribers.get(stream.streamId) ?? [] })),
            disappeared: part.filter(({ saw }) => saw).map(({ stream }) => stream),
            defaults: from === 0 ? defaults : undefined,
          }),
        );
      }
      // A promoted user may have subscribed since: then the subscription itself made no stream visible.
      const seen = streams.filter(
        ({ streamId, isSubscribed }) => appeared.has(streamId) || (isSubscribed && now < before),
      );
      const pairs = seen.map(({ streamId }) => ({ userId, streamId }));
      await recordRegainedVisibility(tx, realmId, pairs, users);
    });
  }
}

/** Roles that see the same streams are alike. */
const sightOf = (role: Role): string => (isGuest(role) ? 'guest' : isAdministrator(role) ? 'administrator' : 'member');
