import { MessageSent, type StreamRecord, StreamUpdated } from '@chat/contracts';
import { RENDER_VERSION } from '@chat/markdown';
import type { Transaction } from '@chat/persistence';
import { STREAM_COLUMNS } from '../../stream-records/stream-columns.js';
import { insertAllocated, insertRead, MESSAGE_FIELDS, messageFields, payloadOf } from './message-fields.js';
import type { PreparedMessage, StoredMessage } from './prepared-message.js';

/**
 * One statement takes the realm's lock, allocates the ids behind it, claims the send keys and inserts what is new. A key that
 * another transaction claimed is seen although it was committed after this statement began: ON CONFLICT looks at the
 * index, not at the snapshot.
 */
const INSERT_MESSAGES = `
  WITH head AS (
    INSERT INTO outbox_head AS h (realm_id, sequence) VALUES ($1, 0)
    ON CONFLICT (realm_id) DO UPDATE SET sequence = h.sequence
    RETURNING realm_id
  ), allocated AS MATERIALIZED (
    SELECT nextval('message_ids') AS id, coalesce(to_timestamp(given.sent_at), clock_timestamp()) AS allocated_at, given.*
    FROM (
      SELECT given.* FROM head, json_to_recordset($2::json) AS given (${MESSAGE_FIELDS}, sent_at double precision)
      ORDER BY given.place
    ) AS given
  ), claimed AS (
    INSERT INTO send_keys (sender_id, queue_id, local_id, message_id)
    SELECT sender_id, queue_id, local_id, id FROM allocated WHERE queue_id IS NOT NULL ORDER BY place
    ON CONFLICT DO NOTHING
    RETURNING message_id
  ), inserted AS (
    ${insertAllocated('$1', '$3')}
    WHERE queue_id IS NULL OR id IN (SELECT message_id FROM claimed)
    ORDER BY id
    RETURNING id
  ), read AS (
    ${insertRead} WHERE id IN (SELECT id FROM inserted)
  )
  SELECT allocated.place, allocated.id, inserted.id IS NOT NULL AS "isNew",
    floor(extract(epoch FROM allocated.allocated_at))::bigint AS "sentAtSeconds"
  FROM allocated LEFT JOIN inserted USING (id)
  ORDER BY allocated.place`;

/** For messages that are not sent now. */
export interface StoreOptions {
  /** When each was sent; now where undefined. */
  readonly sentAtSeconds?: readonly (number | undefined)[];
  /** False: no MessageSent is recorded. */
  readonly publish?: boolean;
}

/**
 * Stores prepared messages of one realm and records their events; takes the realm's lock. Answers in the order given. One
 * round trip; one more when a message was a repeat, and one when it was a stream's first.
 */
export async function storeMessages(
  tx: Transaction,
  realmId: number,
  messages: readonly PreparedMessage[],
  { sentAtSeconds, publish = true }: StoreOptions = {},
): Promise<StoredMessage[]> {
  const rows = await tx.queryPrepared<{ place: number; id: number; isNew: boolean; sentAtSeconds: number }>(
    INSERT_MESSAGES,
    [
      realmId,
      JSON.stringify(
        messages.map((message, place) => ({
          ...messageFields(message, place),
          sent_at: sentAtSeconds?.[place] ?? null,
        })),
      ),
      RENDER_VERSION,
    ],
  );
  const repeats = messages.filter((_, place) => !rows[place]?.isNew);
  const firstIds = repeats.length > 0 ? await firstIdsOf(tx, repeats) : new Map<PreparedMessage, number>();
  const stored = messages.map((message, place): StoredMessage => {
    const row = rows[place] as (typeof rows)[number];
    if (!row.isNew) return { messageId: firstIds.get(message) as number, isNew: false };
    if (publish)
      tx.record(
        realmId,
        MessageSent.of({ messageId: row.id, sentAtSeconds: row.sentAtSeconds, ...payloadOf(message) }),
      );
    return { messageId: row.id, isNew: true };
  });
  if (messages.some((message) => message.isFirstOfStream)) await beginStreams(tx, realmId, messages, stored);
  return stored;
}

/** The messages that were sent first under the keys of these. */
async function firstIdsOf(tx: Transaction, repeats: readonly PreparedMessage[]): Promise<Map<PreparedMessage, number>> {
  const rows = await tx.query<{ place: number; messageId: number }>(
    `SELECT given.place::integer AS place, k.message_id AS "messageId"
     FROM unnest($1::bigint[], $2::text[], $3::text[]) WITH ORDINALITY AS given (sender_id, queue_id, local_id, place)
     JOIN send_keys k USING (sender_id, queue_id, local_id)`,
    [
      repeats.map((message) => message.sender.userId),
      repeats.map((message) => message.localEcho?.queueId),
      repeats.map((message) => message.localEcho?.localId),
    ],
  );
  return new Map(rows.map((row) => [repeats[row.place - 1] as PreparedMessage, row.messageId]));
}

/** Notes the first message of streams that had none. */
async function beginStreams(
  tx: Transaction,
  realmId: number,
  messages: readonly PreparedMessage[],
  stored: readonly StoredMessage[],
): Promise<void> {
  const firstIds = new Map<number, number>();
  for (const [place, { recipient, isFirstOfStream }] of messages.entries()) {
    const { messageId, isNew } = stored[place] as StoredMessage;
    if (!isNew || !isFirstOfStream || recipient.kind !== 'stream' || firstIds.has(recipient.streamId)) continue;
    firstIds.set(recipient.streamId, messageId);
  }
  if (firstIds.size === 0) return;
  const begun = await tx.query<StreamRecord & { subscriberIds: number[] | null }>(
    `UPDATE streams s SET first_message_id = given.message_id
     FROM unnest($1::bigint[], $2::bigint[]) AS given (stream_id, message_id)
     WHERE s.id = given.stream_id AND s.first_message_id IS NULL
     RETURNING ${STREAM_COLUMNS}, CASE WHEN s.is_private THEN
       ARRAY(SELECT user_id FROM subscriptions u WHERE u.stream_id = s.id AND u.is_active ORDER BY user_id) END AS "subscriberIds"`,
    [[...firstIds.keys()], [...firstIds.values()]],
  );
  for (const { subscriberIds, ...stream } of begun) {
    tx.record(realmId, StreamUpdated.of({ stream, previous: { firstMessageId: null }, actorId: null, subscriberIds }));
  }
}
