import { type StreamRecord, StreamUpdated } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { greatestMessageId, lockRealm } from '../message-order/realm-lock.js';
import { STREAM_COLUMNS } from '../stream-records/stream-columns.js';
import { TrafficCursorEntity } from './stream-traffic.entity.js';
import { averageWeeklyTraffic, TRAFFIC_DAYS } from './weekly-traffic.js';

/** Message ids that one transaction counts. */
const COUNTED_AT_ONCE = 50_000;

/**
 * Counts messages per stream and day, each once: the cursor moves with the count. Publishes weekly averages that changed. Sending
 * costs nothing more for it.
 */
@Injectable()
export class WeeklyTrafficJob {
  constructor(private readonly database: Database) {}

  async run(): Promise<void> {
    const realms = await this.database.query<{ realmId: number }>(
      'SELECT DISTINCT realm_id AS "realmId" FROM streams ORDER BY 1',
    );
    for (const { realmId } of realms) {
      while (await this.database.transaction((tx) => count(tx, realmId)));
      await this.database.transaction((tx) => publishChanges(tx, realmId));
    }
  }
}

/** True when there is more to be counted. */
async function count(tx: Transaction, realmId: number): Promise<boolean> {
  const cursors = tx.getRepository(TrafficCursorEntity);
  await cursors.createQueryBuilder().insert().values({ realmId, countedUpTo: 0 }).orIgnore().execute();
  const cursor = await cursors.findOneOrFail({ where: { realmId }, lock: { mode: 'pessimistic_write' } });
  const from = cursor.countedUpTo;
  const [next] = await tx.query<{ upTo: number | null }>(
    // Rows compared with rows, as in message-order/first-and-last-id.ts.
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
  const changed = rows.filter((row) => averageWeeklyTraffic(row.messages, row.ageDays) !== row.weeklyTraffic);
  if (changed.length === 0) return;
  const values = changed.map((row) => averageWeeklyTraffic(row.messages, row.ageDays));
  await tx.query(
    `UPDATE streams s SET weekly_traffic = given.value
     FROM unnest($1::bigint[], $2::integer[]) AS given (stream_id, value) WHERE s.id = given.stream_id`,
    [changed.map((row) => row.streamId), values],
  );
  for (const [place, { messages: _, ageDays: __, subscriberIds, ...stream }] of changed.entries()) {
    const previous = { weeklyTraffic: stream.weeklyTraffic };
    const now = { ...stream, weeklyTraffic: values[place] ?? null };
    tx.record(realmId, StreamUpdated.of({ stream: now, previous, actorId: null, subscriberIds }));
  }
}
