import { type StreamRecord, StreamUpdated } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { firstMessageIdOf } from '../message-order/message-ids.js';
import { STREAM_COLUMNS } from '../stream-records/stream-records.repository.js';

/**
 * Corrects the first message of streams after messages were stored, moved or deleted in this transaction, and publishes the changed
 * streams. One statement, behind the realm's lock.
 */
export async function refreshFirstMessages(tx: Transaction, realmId: number, streamIds: readonly number[]) {
  const changed = await tx.query<StreamRecord & { before: number | null; subscriberIds: number[] | null }>(
    `UPDATE streams s SET first_message_id = begun.id
     FROM streams old LEFT JOIN LATERAL (${firstMessageIdOf('old.recipient_id')}) AS begun ON true
     WHERE old.id = s.id AND s.id = ANY ($1) AND s.archived_at IS NULL AND s.first_message_id IS DISTINCT FROM begun.id
     RETURNING ${STREAM_COLUMNS}, old.first_message_id AS before, CASE WHEN s.is_private THEN
       ARRAY(SELECT user_id FROM subscriptions u WHERE u.stream_id = s.id AND u.is_active ORDER BY user_id) END AS "subscriberIds"`,
    [streamIds],
  );
  for (const { before, subscriberIds, ...stream } of changed) {
    const previous = { firstMessageId: before };
    tx.record(realmId, StreamUpdated.of({ stream, previous, actorId: null, subscriberIds }));
  }
}
