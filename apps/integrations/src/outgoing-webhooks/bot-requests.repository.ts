import type { BotTrigger } from '@chat/contracts';
import { Database, selectedColumns } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { BotRequestEntity } from './bot-request.entity.js';
import { failed, type Outcome } from './outcome.js';

/** Requests of a bot that wait. Further messages get the failure `busy`. */
const MAX_WAITING = 1_000;
const BUSY = JSON.stringify(failed({ kind: 'busy' }));

export type BotRequest = Pick<
  BotRequestEntity,
  'id' | 'realmId' | 'messageId' | 'botId' | 'senderId' | 'trigger' | 'failures' | 'interruptions' | 'outcome'
>;
export type BotKey = Pick<BotRequest, 'realmId' | 'botId'>;

const COLUMNS = selectedColumns(BotRequestEntity, 'r', ['createdAt', 'dueAt', 'finishedAt']);

/*
 * Raw SQL: the statements use the clock of the database, and skip rows that another replica locks, each in one round trip.
 */

/** Requests to bots. A row that is not finished is work to do. */
@Injectable()
export class BotRequestsRepository {
  constructor(private readonly database: Database) {}

  /** Adds the requests of a message, once. */
  async insert(
    {
      realmId,
      messageId,
      senderId,
      trigger,
    }: Omit<BotRequest, 'id' | 'botId' | 'failures' | 'interruptions' | 'outcome'> & {
      readonly trigger: BotTrigger;
    },
    botIds: readonly number[],
  ): Promise<void> {
    await this.database.query(
      `INSERT INTO bot_requests (realm_id, message_id, sender_id, trigger, bot_id, outcome)
       SELECT $1, $2, $3, $4, bot.id, CASE WHEN waiting.count >= $6 THEN $7::json END
       FROM unnest($5::bigint[]) AS bot (id), LATERAL (
         SELECT count(*) FROM (
           SELECT 1 FROM bot_requests r WHERE r.realm_id = $1 AND r.bot_id = bot.id AND r.finished_at IS NULL LIMIT $6
         ) AS unfinished) AS waiting
       ON CONFLICT (realm_id, message_id, bot_id) DO NOTHING`,
      [realmId, messageId, senderId, trigger, botIds, MAX_WAITING, BUSY],
    );
  }

  /** Takes due requests of a bot, longest due first. Until the lease ends no other replica takes them. */
  claim({ realmId, botId }: BotKey, limit: number, leaseMs: number): Promise<BotRequest[]> {
    return this.database.query<BotRequest>(
      `UPDATE bot_requests r SET due_at = clock_timestamp() + make_interval(secs => $4 / 1000.0)
       FROM (
         SELECT id FROM bot_requests
         WHERE realm_id = $1 AND bot_id = $2 AND finished_at IS NULL AND due_at <= clock_timestamp()
         ORDER BY due_at, id LIMIT $3 FOR UPDATE SKIP LOCKED
       ) AS due
       WHERE r.id = due.id RETURNING ${COLUMNS}`,
      [realmId, botId, limit, leaseMs],
    );
  }

  dueBots(limit: number): Promise<BotKey[]> {
    return this.database.query<BotKey>(
      `SELECT DISTINCT realm_id AS "realmId", bot_id AS "botId" FROM bot_requests
       WHERE finished_at IS NULL AND due_at <= clock_timestamp() LIMIT $1`,
      [limit],
    );
  }

  /** Lets the next attempt be after the delay, and counts the reason. */
  async postpone(id: number, delayMs: number, reason: 'failures' | 'interruptions'): Promise<void> {
    await this.database.query(
      `UPDATE bot_requests SET ${reason} = least(${reason} + 1, 1000),
         due_at = clock_timestamp() + make_interval(secs => $2 / 1000.0)
       WHERE id = $1`,
      [id, delayMs],
    );
  }

  /** From now on only the messages of the outcome are left to do. */
  async decide(id: number, outcome: Outcome): Promise<void> {
    await this.database.query('UPDATE bot_requests SET outcome = $2, interruptions = 0 WHERE id = $1', [
      id,
      JSON.stringify(outcome),
    ]);
  }

  async finish(id: number): Promise<void> {
    await this.database.query('UPDATE bot_requests SET finished_at = now(), outcome = NULL WHERE id = $1', [id]);
  }

  async deleteFinished(olderThanSeconds: number): Promise<void> {
    await this.database.query('DELETE FROM bot_requests WHERE finished_at < now() - make_interval(secs => $1)', [
      olderThanSeconds,
    ]);
  }

  /** Number of unfinished requests, and the age of the oldest one; zero without one. */
  async waiting(): Promise<{ readonly count: number; readonly oldestSeconds: number }> {
    const [row] = await this.database.query<{ count: number; oldestSeconds: number }>(
      `SELECT count(*)::integer AS count,
         greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0))::float8 AS "oldestSeconds"
       FROM bot_requests WHERE finished_at IS NULL`,
    );
    return row ?? { count: 0, oldestSeconds: 0 };
  }
}
