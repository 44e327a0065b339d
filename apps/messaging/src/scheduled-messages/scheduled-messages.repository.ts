import type { StoredScheduledMessage } from '@chat/contracts';
import { type Queryable, selectedColumns, type Transaction } from '@chat/persistence';
import { ScheduledMessageEntity } from './scheduled-message.entity.js';

/*
 * Raw SQL: the statements use the clock of the database, and several lock or skip rows, each in one round trip.
 */

/** A scheduled message with the time until it is due. */
export interface ScheduledMessageRow
  extends Omit<ScheduledMessageEntity, 'deliverAt' | 'dueAt' | 'messageId' | 'finishedAt'> {
  readonly deliverAtSeconds: number;
  /** By the clock of the database; zero or less if the message is due. */
  readonly dueInMs: number;
}

const DUE_IN_MS = 'ceil(extract(epoch FROM due_at - clock_timestamp()) * 1000)::float8 AS "dueInMs"';
/** From the table `scheduled_messages AS s`. */
const COLUMNS = `${selectedColumns(ScheduledMessageEntity, 's', ['deliverAt', 'dueAt', 'messageId', 'finishedAt'])},
  extract(epoch FROM deliver_at)::bigint AS "deliverAtSeconds", ${DUE_IN_MS}`;

/** The row as domain events carry it. */
export const stored = (row: ScheduledMessageRow): StoredScheduledMessage => ({
  scheduledMessageId: row.id,
  type: row.type,
  to: row.to,
  topic: row.topic,
  content: row.content,
  renderedContent: row.renderedContent,
  deliverAtSeconds: row.deliverAtSeconds,
  isFailed: row.status === 'failed',
  failureReason: row.failureReason,
});

/** The sender's waiting and failed messages, earliest first. */
export const selectOfSender = (queryable: Queryable, senderId: number): Promise<ScheduledMessageRow[]> =>
  queryable.queryPrepared<ScheduledMessageRow>(
    `SELECT ${COLUMNS} FROM scheduled_messages AS s
     WHERE sender_id = $1 AND status <> 'delivered' ORDER BY deliver_at, id`,
    [senderId],
  );

/** Whether the sender has at least `count` waiting and failed messages. The database stops at this row instead of counting all. */
export async function hasAtLeast(queryable: Queryable, senderId: number, count: number): Promise<boolean> {
  const [last] = await queryable.query(
    `SELECT 1 FROM scheduled_messages WHERE sender_id = $1 AND status <> 'delivered' OFFSET $2 LIMIT 1`,
    [senderId, count - 1],
  );
  return last !== undefined;
}

/** The sender's message unless it is delivered. `lock` locks the row until the commit. */
export async function findOfSender(queryable: Queryable, senderId: number, id: number, { lock = false } = {}) {
  const [row] = await queryable.query<ScheduledMessageRow>(
    `SELECT ${COLUMNS} FROM scheduled_messages AS s
     WHERE id = $1 AND sender_id = $2 AND status <> 'delivered' ${lock ? 'FOR UPDATE' : ''}`,
    [id, senderId],
  );
  return row;
}

/** The waiting messages among `ids`, due or not. */
export const selectWaiting = (queryable: Queryable, ids: readonly number[]): Promise<ScheduledMessageRow[]> =>
  queryable.query<ScheduledMessageRow>(
    `SELECT ${COLUMNS} FROM scheduled_messages AS s WHERE id = ANY ($1) AND status = 'waiting' ORDER BY id`,
    [ids],
  );

/**
 * Locks the due messages among `ids` and returns their revisions. Skips rows that an edit, a deletion or another delivery has locked; the
 * sweep returns to them.
 */
export async function lockDue(tx: Transaction, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx.query<{ id: number; revision: number }>(
    `SELECT id, revision FROM scheduled_messages
     WHERE id = ANY ($1) AND status = 'waiting' AND due_at <= clock_timestamp() ORDER BY id FOR UPDATE SKIP LOCKED`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row.revision]));
}

/** Ids of messages that have been due for `overdueMs`, longest first. */
export async function selectOverdue(queryable: Queryable, overdueMs: number, limit: number): Promise<number[]> {
  const rows = await queryable.query<{ id: number }>(
    `SELECT id FROM scheduled_messages
     WHERE status = 'waiting' AND due_at <= clock_timestamp() - make_interval(secs => $1)
     ORDER BY due_at, id LIMIT $2`,
    [overdueMs / 1000, limit],
  );
  return rows.map((row) => row.id);
}

export const selectUpcoming = (queryable: Queryable, withinSeconds: number, limit: number) =>
  queryable.query<{ id: number; dueInMs: number }>(
    `SELECT id, ${DUE_IN_MS} FROM scheduled_messages
     WHERE status = 'waiting' AND due_at > clock_timestamp() AND due_at <= clock_timestamp() + make_interval(secs => $1)
     ORDER BY due_at, id LIMIT $2`,
    [withinSeconds, limit],
  );

export type NewScheduledMessageRow = Pick<
  ScheduledMessageRow,
  'realmId' | 'senderId' | 'type' | 'to' | 'topic' | 'content' | 'renderedContent' | 'clientName' | 'deliverAtSeconds'
>;

/** Returns undefined unless the time is in the future by the clock of the database. */
export async function insertScheduledMessage(tx: Transaction, message: NewScheduledMessageRow) {
  const [row] = await tx.query<ScheduledMessageRow>(
    `INSERT INTO scheduled_messages AS s
       (realm_id, sender_id, type, to_ids, topic, content, rendered_content, client_name, deliver_at, due_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, at, at FROM to_timestamp($9) AS at WHERE at > clock_timestamp()
     RETURNING ${COLUMNS}`,
    values(message),
  );
  return row;
}

/** Replaces the message, which then waits again. Returns undefined if a new time is not in the future. */
export async function updateScheduledMessage(
  tx: Transaction,
  id: number,
  message: NewScheduledMessageRow,
  isNewTime: boolean,
): Promise<ScheduledMessageRow | undefined> {
  const [row] = await tx.query<ScheduledMessageRow>(
    `UPDATE scheduled_messages AS s SET type = $3, to_ids = $4, topic = $5, content = $6, rendered_content = $7,
       client_name = $8, deliver_at = at, due_at = at, attempts = 0, revision = revision + 1, status = 'waiting',
       failure_reason = NULL, finished_at = NULL
     FROM to_timestamp($9) AS at
     WHERE id = $10 AND realm_id = $1 AND sender_id = $2 AND (NOT $11 OR at > clock_timestamp())
     RETURNING ${COLUMNS}`,
    [...values(message), id, isNewTime],
  );
  return row;
}

/** `messageIds`: ids of the sent messages by scheduled message. */
export const markDelivered = (tx: Transaction, messageIds: ReadonlyMap<number, number>): Promise<unknown> =>
  tx.query(
    `UPDATE scheduled_messages s SET status = 'delivered', message_id = sent.message_id, finished_at = clock_timestamp()
     FROM unnest($1::bigint[], $2::bigint[]) AS sent (id, message_id) WHERE s.id = sent.id`,
    [[...messageIds.keys()], [...messageIds.values()]],
  );

export async function markFailed(tx: Transaction, id: number, reason: string): Promise<ScheduledMessageRow> {
  const [row] = await tx.query<ScheduledMessageRow>(
    `UPDATE scheduled_messages AS s SET status = 'failed', failure_reason = $2, finished_at = clock_timestamp(),
       revision = revision + 1
     WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, reason],
  );
  return row as ScheduledMessageRow;
}

/** Delays the next attempt: 1, 2, 4 … seconds. */
export const postpone = (queryable: Queryable, id: number, revision: number): Promise<unknown> =>
  queryable.query(
    `UPDATE scheduled_messages SET attempts = attempts + 1,
       due_at = clock_timestamp() + make_interval(secs => power(2, least(attempts, 10)))
     WHERE id = $1 AND revision = $2 AND status = 'waiting'`,
    [id, revision],
  );

/** Deletes rows of messages that were delivered so long ago. Until then an edit gets the error "already sent". */
export const deleteDelivered = (queryable: Queryable, olderThanSeconds: number): Promise<unknown> =>
  queryable.query(
    `DELETE FROM scheduled_messages
     WHERE status = 'delivered' AND finished_at < clock_timestamp() - make_interval(secs => $1)`,
    [olderThanSeconds],
  );

const values = (message: NewScheduledMessageRow): unknown[] => [
  message.realmId,
  message.senderId,
  message.type,
  message.to,
  message.topic,
  message.content,
  message.renderedContent,
  message.clientName,
  message.deliverAtSeconds,
];
