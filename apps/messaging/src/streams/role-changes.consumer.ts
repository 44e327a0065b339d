import {
  isAdministrator,
  isGuest,
  type LoggedEvent,
  MAX_STREAMS_IN_SIGHT_EVENT,
  type Role,
  type StreamRecord,
  StreamsInSightChanged,
  UserUpdated,
  type UserUpdatedPayload,
} from '@chat/contracts';
import { LogReader } from '@chat/event-log';
import { Database } from '@chat/persistence';
import { consumeEvents, on, ServiceResources } from '@chat/runtime';
import { Injectable } from '@nestjs/common';
import { maySeeStream } from '../access/stream-access.js';
import { defaultsInSight } from '../default-streams/default-streams.repository.js';
import { lockRealm } from '../message-order/realm-lock.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { STREAM_COLUMNS } from '../stream-records/stream-columns.js';
import { readSubscribers } from '../stream-records/subscribers.js';
import { recordWishesInSight } from '../user-topics/wishes-in-sight.js';

/**
 * When a user's role changes, streams come into sight or leave it (a guest becomes a member, a member an administrator): the
 * user's clients are told. Told twice they lose nothing: a stream that appears again is the same.
 *
 * Two changes of one user may be handled in the wrong order, by two replicas or when one is repeated. Each therefore tells what is
 * different between the role before it and the role of now, which whoever comes later knows at least as well: so what is told last
 * is what is so, and nothing of an earlier change is left out.
 */
@Injectable()
export class RoleChangesConsumer {
  constructor(
    private readonly database: Database,
    private readonly projections: RealmProjections,
    private readonly reader: LogReader,
    resources: ServiceResources,
  ) {
    consumeEvents(
      resources,
      'messaging-role-changes',
      on(UserUpdated, (event) => this.handle(event)),
    );
  }

  private async handle({ realmId, payload }: LoggedEvent<UserUpdatedPayload>): Promise<void> {
    const { userId, user, previous } = payload;
    if (previous.role === undefined || sightOf(previous.role) === sightOf(user.role)) return;
    await this.tell(realmId, userId, previous.role);
  }

  private async tell(realmId: number, userId: number, before: Role): Promise<void> {
    await this.database.transaction(async (tx) => {
      // One change of a user after the other, each as of all that was known to those before it.
      await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('role:' || $1::text, 0))`, [userId]);
      await this.reader.waitUntilApplied(realmId, await this.reader.tail(realmId));
      const users = await this.projections.users(realmId);
      const now = users.get(userId)?.role;
      if (now === undefined) return;
      // What is told is as of its place among the realm's events: nobody subscribes between the look and the telling.
      await lockRealm(tx, realmId);
      const streams = await tx.query<StreamRecord & { isSubscribed: boolean }>(
        `SELECT ${STREAM_COLUMNS}, u.user_id IS NOT NULL AS "isSubscribed"
         FROM streams s LEFT JOIN subscriptions u ON u.stream_id = s.id AND u.user_id = $2 AND u.is_active
         WHERE s.realm_id = $1 AND s.archived_at IS NULL ORDER BY s.id`,
        [realmId, userId],
      );
      const changed = streams
        .map(({ isSubscribed, ...stream }) => ({
          stream,
          saw: maySeeStream({ role: before }, stream, isSubscribed),
          sees: maySeeStream({ role: now }, stream, isSubscribed),
        }))
        .filter(({ saw, sees }) => saw !== sees);
      const defaults = isGuest(before) === isGuest(now) ? undefined : await defaultsInSight(tx, realmId, now);
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
            ...(defaults && from === 0 && { defaults }),
          }),
        );
      }
      // Who rose may have been subscribed since: by the new role nothing came into sight by that.
      const seen = streams.filter(
        ({ streamId, isSubscribed }) => appeared.has(streamId) || (isSubscribed && now < before),
      );
      const pairs = seen.map(({ streamId }) => ({ userId, streamId }));
      await recordWishesInSight(tx, realmId, pairs, users);
    });
  }
}

/** Roles that see the same streams are alike. */
const sightOf = (role: Role): string => (isGuest(role) ? 'guest' : isAdministrator(role) ? 'administrator' : 'member');
