import {
  type InheritedNotifications,
  inheritedNotifications,
  MAX_SUBSCRIPTIONS_PER_EVENT,
  maySeeStream,
  type StreamRecord,
  type SubscriptionSettings,
  SubscriptionsAdded,
} from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { greatestMessageId } from '../message-order/realm-lock.js';
import type { RealmUsers } from '../projections/realm-users.js';
import { readSubscribers, type Subscribed } from '../stream-records/subscribers.js';
import { SETTINGS_COLUMNS } from '../stream-records/subscription.entity.js';
import { recordRegainedVisibility } from '../user-topics/record-regained-visibility.js';
import { colorChooser } from './colors.js';

export interface SubscriptionToAdd {
  readonly userId: number;
  readonly streamId: number;
  /** Chosen when left out. */
  readonly color?: string | undefined;
}

/**
 * Subscribes users to streams of one realm, records it, and answers which subscriptions are new. A user who was subscribed
 * before has the former settings again. Behind the realm's lock: what was sent before is before the subscription.
 */
export async function addSubscriptions(
  tx: Transaction,
  realmId: number,
  wanted: readonly SubscriptionToAdd[],
  streams: readonly StreamRecord[],
  users: RealmUsers,
): Promise<Subscribed[]> {
  const known = await tx.query<{ userId: number; streamId: number; isActive: boolean }>(
    `SELECT user_id AS "userId", stream_id AS "streamId", is_active AS "isActive"
     FROM subscriptions WHERE stream_id = ANY ($1) AND user_id = ANY ($2)`,
    [streams.map((stream) => stream.streamId), [...new Set(wanted.map(({ userId }) => userId))]],
  );
  const active = new Set(known.filter((row) => row.isActive).map(keyOf));
  const missing = wanted.filter((subscription) => !active.has(keyOf(subscription)));
  if (missing.length === 0) return [];
  const colors = await chooseColors(tx, missing);
  const since = await greatestMessageId(tx, realmId);
  const added = await tx.query<Subscribed & SubscriptionSettings>(
    `WITH added AS (
       INSERT INTO subscriptions AS u (stream_id, user_id, is_active, color)
       SELECT given.stream_id, given.user_id, true, given.color
       FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS given (stream_id, user_id, color)
       ON CONFLICT (stream_id, user_id) DO UPDATE SET is_active = true
       RETURNING u.user_id AS "userId", u.stream_id AS "streamId", ${SETTINGS_COLUMNS}
     ), opened AS (
       INSERT INTO subscription_intervals (stream_id, user_id, since_message_id)
       SELECT "streamId", "userId", $4 FROM added
       -- Unsubscribed and back without a message in between: the interval simply goes on.
       ON CONFLICT (stream_id, user_id, since_message_id) DO UPDATE SET until_message_id = NULL, is_shown = false
     )
     SELECT * FROM added ORDER BY "streamId", "userId"`,
    [missing.map(({ streamId }) => streamId), missing.map(({ userId }) => userId), colors, since],
  );
  await recordAdded(tx, realmId, added, streams, users);
  await recordRegainedVisibility(tx, realmId, comeIntoSight(added, streams, users), users);
  return added.map(({ userId, streamId }) => ({ userId, streamId }));
}

/** Who could not see a stream before. */
function comeIntoSight(
  added: readonly Subscribed[],
  streams: readonly StreamRecord[],
  users: RealmUsers,
): readonly Subscribed[] {
  const byId = new Map(streams.map((stream) => [stream.streamId, stream]));
  return added.filter(({ userId, streamId }) => {
    const stream = byId.get(streamId);
    return stream !== undefined && !maySeeStream(users.get(userId) ?? null, stream, false);
  });
}

const keyOf = ({ userId, streamId }: Subscribed): string => `${streamId}:${userId}`;

async function chooseColors(tx: Transaction, missing: readonly SubscriptionToAdd[]): Promise<string[]> {
  const rows = await tx.query<{ userId: number; colors: string[] }>(
    `SELECT user_id AS "userId", array_agg(DISTINCT color) AS colors
     FROM subscriptions WHERE user_id = ANY ($1) AND is_active GROUP BY user_id`,
    [[...new Set(missing.map(({ userId }) => userId))]],
  );
  const choosers = new Map(rows.map((row) => [row.userId, colorChooser(row.colors)]));
  return missing.map(({ userId, color }) => {
    if (color !== undefined) return color;
    const choose = choosers.get(userId) ?? colorChooser([]);
    choosers.set(userId, choose);
    return choose();
  });
}

async function recordAdded(
  tx: Transaction,
  realmId: number,
  added: readonly (Subscribed & SubscriptionSettings)[],
  streams: readonly StreamRecord[],
  users: RealmUsers,
): Promise<void> {
  const byId = new Map(streams.map((stream) => [stream.streamId, stream]));
  const streamsOfAdded = [...new Set(added.map(({ streamId }) => streamId))];
  const subscribers = await readSubscribers(tx, streamsOfAdded, users);
  for (let from = 0; from < added.length; from += MAX_SUBSCRIPTIONS_PER_EVENT) {
    const part = added.slice(from, from + MAX_SUBSCRIPTIONS_PER_EVENT);
    const streamIds = [...new Set(part.map(({ streamId }) => streamId))];
    tx.record(
      realmId,
      SubscriptionsAdded.of({
        added: part.map(({ userId, streamId, ...settings }) => ({ userId, streamId, settings })),
        streams: streamIds.map((streamId) => ({
          stream: byId.get(streamId) as StreamRecord,
          subscriberIds: subscribers.get(streamId) ?? [],
        })),
        inherited: unusualDefaults(part, users),
      }),
    );
  }
}

/** Most users never touch these settings: only of those who did anything is told. */
function unusualDefaults(added: readonly Subscribed[], users: RealmUsers): Record<number, InheritedNotifications> {
  const usual = JSON.stringify(inheritedNotifications(undefined));
  const found: Record<number, InheritedNotifications> = {};
  for (const { userId } of added) {
    const inherited = inheritedNotifications(users.get(userId));
    if (JSON.stringify(inherited) !== usual) found[userId] = inherited;
  }
  return found;
}
