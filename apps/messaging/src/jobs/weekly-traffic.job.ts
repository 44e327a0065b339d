import { type StreamRecord, StreamUpdated } from '@chat/contracts';
import { Database, lockRealm, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { greatestMessageId } from '../message-order/message-ids.js';
import { STREAM_COLUMNS } from '../stream-records/stream-records.repository.js';
import { realmsWithStreams } from './retention.job.js';
import { TrafficCursorEntity } from './stream-traffic.entity.js';

/** Days of the average. Source: public behaviour of the reference server. */
const TRAFFIC_DAYS = 28;
const MIN_AGE_DAYS = 7;

const COUNTED_AT_ONCE = 50_000;

/**
 * Counts messages per stream and day, each once because the cursor moves in the same transaction. Publishes changed weekly averages. A
 * send does no work for it.
 */
@Injectable()
export class WeeklyTrafficJob {
  constructor(private readonly database: Database) {}

  async run(): Promise<void> {
    for (const realmId of await realmsWithStreams(this.database)) {
      while (await this.database.transaction((tx) => count(tx, realmId)));
      await this.database.transaction((tx) => publishChanges(tx, realmId));
    }
  }
}

/** Returns true if messages are left to count. */
async function count(tx: Transaction, realmId: number): Promise<boolean> {
  const cursors = tx.getRepository(TrafficCursorEntity);
  await cursors.createQueryBuilder().insert().values({ realmId, countedUpTo: 0 }).orIgnore().execute();
  const cursor = await cursors.findOneOrFail({ where: { realmId }, lock: { mode: 'pessimistic_write' } });
  const from = cursor.countedUpTo;
  const [next] = await tx.query<{ upTo: number | null }>(
    // Row comparison, as in message-order/message-ids.ts.
    `SELECT max(id) AS "upTo" FROM (
       SELECT id FROM messages WHERE (realm_id, id) > ($1, $2) AND (realm_id, id) <= ($1, 9223372036854775807)
       ORDER BY realm_id, id LIMIT $3) AS next`,
    [realmId, from, COUNTED_AT_ONCE],
  );
  if (!next?.upTo) return false;
  await tx.query(
    `INSERT INTO stream_traffic AS t (stream_id, day, messages)
     SELECT stream_id, (sent_at AT TIME ZONE 'UTC')::date, count(*) FROM messages
     WHERE (realm_id, id) > ($1, $2) AND (realm_id, id) <= ($1, $3) AND stream_id IS NOT NULL GROUP BY 1, 2
     ON CONFLICT (stream_id, day) DO UPDATE SET messages = t.messages + excluded.messages`,
    [realmId, from, next.upTo],
  );
  await cursors.update(realmId, { countedUpTo: next.upTo });
  await tx.query(`DELETE FROM stream_traffic WHERE day < current_date - $1::integer`, [TRAFFIC_DAYS + 2]);
  return next.upTo < (await greatestMessageId(tx, realmId));
}

async function publishChanges(tx: Transaction, realmId: number): Promise<void> {
  await lockRealm(tx, realmId);
  const rows = await tx.query<StreamRecord & { messages: number; ageDays: number; subscriberIds: number[] | null }>(
    `SELECT ${STREAM_COLUMNS}, coalesce(t.messages, 0)::integer AS messages,
       (extract(epoch FROM now() - s.created_at) / 86400)::double precision AS "ageDays",
       CASE WHEN s.is_private THEN
         ARRAY(SELECT user_id FROM subscriptions u WHERE u.stream_id = s.id AND u.is_active ORDER BY user_id)
       END AS "subscriberIds"
     FROM streams s
     LEFT JOIN (SELECT stream_id, sum(messages) AS messages FROM stream_traffic
       WHERE day > current_date - $2::integer GROUP BY stream_id) AS t ON t.stream_id = s.id
     WHERE s.realm_id = $1 AND s.archived_at IS NULL ORDER BY s.id`,
    [realmId, TRAFFIC_DAYS],
  );
  const changed = rows
    .map(({ messages, ageDays, ...row }) => ({ ...row, now: averageWeeklyTraffic(messages, ageDays) }))
    .filter(({ now, weeklyTraffic }) => now !== weeklyTraffic);
  if (changed.length === 0) return;
  await tx.query(
    `UPDATE streams s SET weekly_traffic = given.value
     FROM unnest($1::bigint[], $2::integer[]) AS given (stream_id, value) WHERE s.id = given.stream_id`,
    [changed.map(({ streamId }) => streamId), changed.map(({ now }) => now)],
  );
  for (const { now, subscriberIds, ...before } of changed) {
    const stream = { ...before, weeklyTraffic: now };
    const previous = { weeklyTraffic: before.weeklyTraffic };
    tx.record(realmId, StreamUpdated.of({ stream, previous, actorId: null, subscriberIds }));
  }
}

/** Average messages per week, rounded to two digits; null for a stream that is too young. */
export function averageWeeklyTraffic(messages: number, ageDays: number): number | null {
  if (ageDays < MIN_AGE_DAYS) return null;
  const days = Math.min(Math.floor(ageDays), TRAFFIC_DAYS);
  const average = Math.floor((messages * 7) / days);
  if (average === 0) return messages > 0 ? 1 : 0;
  return Number(average.toPrecision(2));
}
