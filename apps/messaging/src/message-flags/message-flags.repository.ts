import type { EditableFlag } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { isRead, isReceived, readStateJoins, scopeRecipient, scopeTopicKey } from '../read-state/read-state.js';
import type { UnreadMessage } from '../read-state/unread-messages.js';

/** Locks the flags of one user until the commit, so that a request reports exactly the changes that it made. */
export async function lockFlags(tx: Transaction, userId: number): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('flags:' || $1::text, 0))`, [userId]);
}

/** A message with its reader's flag before a change. */
export type FlaggedMessage = UnreadMessage & { readonly isSet: boolean };

/** The flag of each message, with the properties that the event of a change needs; ascending. */
export function selectFlagged(
  tx: Transaction,
  userId: number,
  messageIds: readonly number[],
  flag: EditableFlag,
): Promise<FlaggedMessage[]> {
  const value =
    flag === 'read'
      ? isRead('$1::bigint', 'm', 'r.is_received')
      : `coalesce(f.${flag === 'starred' ? 'is_starred' : 'is_collapsed'}, false)`;
  return tx.query<FlaggedMessage>(
    `SELECT m.id, m.recipient_id AS "recipientId", m.stream_id AS "streamId", m.topic, m.sender_id AS "senderId",
       ${scopeRecipient('m')} AS "scopeRecipientId", ${scopeTopicKey('m')} AS "scopeTopicKey",
       r.is_received AND $1 = ANY (m.mentioned_user_ids) AS "isMentioned",
       r.is_received AND m.is_wildcard_mention AS "isWildcardMention",
       m.read_recipient_id IS NOT NULL AS "isMoved",
       ${value} AS "isSet"
     FROM messages m CROSS JOIN LATERAL (SELECT ${isReceived('$1::bigint')} AS is_received) AS r
     ${readStateJoins('$1::bigint')}
     WHERE m.id = ANY ($2) ORDER BY m.id`,
    [userId, messageIds],
  );
}

const COLUMN = { read: 'is_read', starred: 'is_starred', collapsed: 'is_collapsed' } as const;

/** Sets or removes the flag of messages. */
export async function writeFlag(
  tx: Transaction,
  userId: number,
  messageIds: readonly number[],
  flag: EditableFlag,
  isSet: boolean,
): Promise<void> {
  const column = COLUMN[flag];
  await tx.query(
    `INSERT INTO message_flags (user_id, message_id, ${column}) SELECT $1, unnest($2::bigint[]), $3
     ON CONFLICT (user_id, message_id) DO UPDATE SET ${column} = excluded.${column}`,
    [userId, messageIds, isSet],
  );
  if (flag === 'read' || isSet) return;
  await tx.query(
    `DELETE FROM message_flags WHERE user_id = $1 AND message_id = ANY ($2)
       AND is_read IS NULL AND NOT is_starred AND NOT is_collapsed`,
    [userId, messageIds],
  );
}
