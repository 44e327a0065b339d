import type { Transaction } from '@chat/persistence';
import { isRead, isReceived, readStateJoins } from './read-state.js';

/** Readers times messages that are looked at; of larger moves some may be unread again when they come back into sight. */
const MAX_PAIRS = 50_000;

/**
 * Messages that were moved out of users' sight are read: nobody tells when they come back. A row per user and message that was
 * unread: such moves are rare.
 */
export async function markReadOutOfSight(
  tx: Transaction,
  userIds: readonly number[],
  messageIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0 || userIds.length * messageIds.length > MAX_PAIRS) return;
  await tx.query(
    `INSERT INTO message_flags (user_id, message_id, is_read)
     SELECT u.user_id, m.id, true FROM unnest($1::bigint[]) AS u (user_id) JOIN messages m ON m.id = ANY ($2)
     CROSS JOIN LATERAL (SELECT ${isReceived('u.user_id')} AS is_received) AS r
     ${readStateJoins('u.user_id')}
     WHERE NOT ${isRead('u.user_id', 'm', 'r.is_received')}
     ON CONFLICT (user_id, message_id) DO UPDATE SET is_read = true`,
    [userIds, messageIds],
  );
}
