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
import { greatestMessageId } from '../message-order/message-ids.js';
import { inParts } from '../messages/record-events.js';
import type { RealmUsers } from '../projections/realm-users.js';
import { readSubscribers, type Subscribed } from '../stream-records/stream-records.repository.js';
import { SETTINGS_COLUMNS } from '../stream-records/subscription.entity.js';
import { recordRegainedVisibility } from '../user-topics/user-topics.repository.js';

/** Colors of new subscriptions, in this order, so that the streams of a user look different for as long as possible. */
const STREAM_COLORS = `
  #5fb3a1 #e8b34b #7aa2e3 #d9778f #9bbf4d #e0884f #9a86d8 #63b9d6 #c9a227 #b5655c #4fa36b #c678c9
  #d65f46 #6fc2a8 #6d8fe0 #3f8f5f #8067c4 #d1483f #8c96a3 #3d7fd1 #b98b94 #bfa63d #7d8b86 #94674f`
  .trim()
  .split(/\s+/);

interface SubscriptionToAdd extends Subscribed {
  /** Default: the next color that the user's subscriptions do not have. */
  readonly color?: string | undefined;
}

/**
 * Subscribes users to streams of one realm, publishes the new subscriptions and returns them. Former subscribers get their former
 * settings back. The caller holds the realm lock, so that earlier messages have ids below the interval.
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
       -- Unsubscribed and subscribed again without a message in between: the interval goes on.
       ON CONFLICT (stream_id, user_id, since_message_id) DO UPDATE SET until_message_id = NULL, is_shown = false
     )
     SELECT * FROM added ORDER BY "streamId", "userId"`,
    [missing.map(({ streamId }) => streamId), missing.map(({ userId }) => userId), colors, since],
  );
  const byId = new Map(streams.map((stream) => [stream.streamId, stream]));
  await recordAdded(tx, realmId, added, byId, users);
  const isRegained = ({ userId, streamId }: Subscribed) =>
    !maySeeStream(users.get(userId) ?? null, byId.get(streamId) as StreamRecord, false);
  await recordRegainedVisibility(tx, realmId, added.filter(isRegained), users);
  return added.map(({ userId, streamId }) => ({ userId, streamId }));
}

const keyOf = ({ userId, streamId }: Subscribed): string => `${streamId}:${userId}`;

/** The colors of the subscriptions: unused ones of the user first, then all in turn. */
async function chooseColors(tx: Transaction, missing: readonly SubscriptionToAdd[]): Promise<string[]> {
  const rows = await tx.query<{ userId: number; colors: string[] }>(
    `SELECT user_id AS "userId", array_agg(DISTINCT color) AS colors
     FROM subscriptions WHERE user_id = ANY ($1) AND is_active GROUP BY user_id`,
    [[...new Set(missing.map(({ userId }) => userId))]],
  );
  const states = new Map(rows.map(({ userId, colors }) => [userId, { taken: new Set(colors), turn: colors.length }]));
  return missing.map(({ userId, color }) => {
    if (color !== undefined) return color;
    const state = states.get(userId) ?? { taken: new Set(), turn: 0 };
    states.set(userId, state);
    const unused = STREAM_COLORS.find((candidate) => !state.taken.has(candidate));
    const chosen = (unused ?? STREAM_COLORS[state.turn++ % STREAM_COLORS.length]) as string;
    state.taken.add(chosen);
    return chosen;
  });
}

async function recordAdded(
  tx: Transaction,
  realmId: number,
  added: readonly (Subscribed & SubscriptionSettings)[],
  byId: ReadonlyMap<number, StreamRecord>,
  users: RealmUsers,
): Promise<void> {
  const streamsOfAdded = [...new Set(added.map(({ streamId }) => streamId))];
  const subscribers = await readSubscribers(tx, streamsOfAdded, users);
  for (const part of inParts(added, MAX_SUBSCRIPTIONS_PER_EVENT)) {
    const streams = [...new Set(part.map(({ streamId }) => streamId))].map((streamId) => ({
      stream: byId.get(streamId) as StreamRecord,
      subscriberIds: subscribers.get(streamId) ?? [],
    }));
    const settings = part.map(({ userId, streamId, ...rest }) => ({ userId, streamId, settings: rest }));
    tx.record(realmId, SubscriptionsAdded.of({ added: settings, streams, inherited: unusualDefaults(part, users) }));
  }
}

/** Only for users that changed the defaults, which few do. */
function unusualDefaults(added: readonly Subscribed[], users: RealmUsers): Record<number, InheritedNotifications> {
  const usual = JSON.stringify(inheritedNotifications(undefined));
  const found: Record<number, InheritedNotifications> = {};
  for (const { userId } of added) {
    const inherited = inheritedNotifications(users.get(userId));
    if (JSON.stringify(inherited) !== usual) found[userId] = inherited;
  }
  return found;
}
