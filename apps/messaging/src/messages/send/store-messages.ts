import { BotsTriggered, MessageSent, type MessageSentPayload } from '@chat/contracts';
import { RENDER_VERSION } from '@chat/markdown';
import type { Transaction } from '@chat/persistence';
import { addClaims } from '../../file-claims/change-claims.js';
import { insertWidgets } from '../../submessages/submessages.repository.js';
import { refreshFirstMessages } from '../first-messages.js';
import {
  INSERT_READ,
  insertMessages,
  type PreparedMessage,
  payloadOf,
  RECORD,
  recordOf,
  type StoredMessage,
} from './prepared-message.js';
import { botCall } from './triggered-bots.js';

/**
 * One statement takes the realm's lock, allocates the ids behind it, claims the send keys and inserts the new messages. ON CONFLICT
 * looks at the index, not at the snapshot, so it finds a key that was committed after this statement began.
 */
const INSERT_MESSAGES = `
  WITH head AS (
    INSERT INTO outbox_head AS h (realm_id, sequence) VALUES ($1, 0)
    ON CONFLICT (realm_id) DO UPDATE SET sequence = h.sequence
    RETURNING realm_id
  ), allocated AS MATERIALIZED (
    SELECT nextval('message_ids') AS id, coalesce(to_timestamp(given.sent_at), clock_timestamp()) AS allocated_at, given.*
    FROM (
      SELECT given.* FROM head, json_to_recordset($2::json) AS given (${RECORD}, sent_at double precision)
      ORDER BY given.place
    ) AS given
  ), claimed AS (
    INSERT INTO send_keys (sender_id, queue_id, local_id, message_id)
    SELECT sender_id, queue_id, local_id, id FROM allocated WHERE queue_id IS NOT NULL ORDER BY place
    ON CONFLICT DO NOTHING
    RETURNING message_id
  ), inserted AS (
    ${insertMessages('$1', '$3')}
    WHERE queue_id IS NULL OR id IN (SELECT message_id FROM claimed)
    ORDER BY id
    RETURNING id
  ), read AS (
    ${INSERT_READ} WHERE id IN (SELECT id FROM inserted)
  )
  SELECT allocated.place, allocated.id, inserted.id IS NOT NULL AS "isNew",
    floor(extract(epoch FROM allocated.allocated_at))::bigint AS "sentAtSeconds"
  FROM allocated LEFT JOIN inserted USING (id)
  ORDER BY allocated.place`;

interface StoreOptions {
  /** Time of each message; undefined: now. */
  readonly sentAtSeconds?: readonly (number | undefined)[];
  /** False: no MessageSent is recorded. */
  readonly publish?: boolean;
}

/**
 * Stores prepared messages of one realm and records their events; takes the realm's lock. Results have the order given. One round
 * trip; one more each if a message had been sent before, was the first of its stream, links files, or is a widget.
 */
export async function storeMessages(
  tx: Transaction,
  realmId: number,
  messages: readonly PreparedMessage[],
  { sentAtSeconds, publish = true }: StoreOptions = {},
): Promise<StoredMessage[]> {
  const records = messages.map((message, place) => ({
    ...recordOf(message, place),
    sent_at: sentAtSeconds?.[place] ?? null,
  }));
  const rows = await tx.queryPrepared<{ place: number; id: number; isNew: boolean; sentAtSeconds: number }>(
    INSERT_MESSAGES,
    [realmId, JSON.stringify(records), RENDER_VERSION],
  );
  const repeats = messages.filter((_, place) => !rows[place]?.isNew);
  const firstIds = repeats.length > 0 ? await firstIdsOf(tx, repeats) : new Map<PreparedMessage, number>();
  const submessages = await addWidgets(tx, messages, rows);
  const begunStreamIds = new Set<number>();
  const stored = messages.map((message, place): StoredMessage => {
    const { id: messageId, isNew, sentAtSeconds } = rows[place] as (typeof rows)[number];
    if (!isNew) return { messageId: firstIds.get(message) as number, isNew };
    if (publish) {
      const payload = { messageId, sentAtSeconds, ...payloadOf(message), ...submessages.get(messageId) };
      tx.record(realmId, MessageSent.of(payload));
      const { triggeredBotIds: botIds } = message;
      if (botIds) tx.record(realmId, BotsTriggered.of(botCall(message, botIds, messageId)));
    }
    const { isFirstOfStream, recipient } = message;
    if (isFirstOfStream && recipient.kind === 'stream') begunStreamIds.add(recipient.streamId);
    return { messageId, isNew };
  });
  if (begunStreamIds.size > 0) await refreshFirstMessages(tx, realmId, [...begunStreamIds]);
  await addClaimsOf(tx, realmId, messages, stored);
  return stored;
}

/** Stores the submessages of new widgets. Returns the member of the event, by message. No query without a widget. */
async function addWidgets(
  tx: Transaction,
  messages: readonly PreparedMessage[],
  rows: readonly { readonly id: number; readonly isNew: boolean }[],
): Promise<ReadonlyMap<number, Pick<MessageSentPayload, 'submessages'>>> {
  const widgets = messages.flatMap(({ widget, sender }, place) => {
    const { id, isNew } = rows[place] as (typeof rows)[number];
    return isNew && widget !== undefined ? [{ messageId: id, senderId: sender.userId, content: widget }] : [];
  });
  if (widgets.length === 0) return new Map();
  const inserted = await insertWidgets(tx, widgets);
  return new Map(inserted.map((submessage) => [submessage.messageId, { submessages: [submessage] }]));
}

/** No query without links to files. */
async function addClaimsOf(
  tx: Transaction,
  realmId: number,
  messages: readonly PreparedMessage[],
  stored: readonly StoredMessage[],
): Promise<void> {
  const claiming = stored.flatMap(({ messageId, isNew }, place) => {
    const files = messages[place]?.rendering.claimedFiles ?? [];
    return isNew && files.length > 0 ? [{ messageId, files }] : [];
  });
  if (claiming.length > 0) await addClaims(tx, realmId, claiming);
}

/** Ids of the messages that were stored first under the send keys of these messages. */
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
