import type { EditableFlag, MessageAudience } from '@chat/contracts';
import { lockByName, type Queryable, type Transaction } from '@chat/persistence';
import { isRead, isReceived, readStateJoins, scopeRecipient, scopeTopicKey } from '../read-state/read-state.js';
import type { MessageMarks } from '../read-state/reader-state.js';
import type { UnreadMessage } from '../read-state/unread-messages.js';

/** Locks the flags of one user until the commit, so that a request reports exactly the changes that it made. */
export async function lockFlags(tx: Transaction, userId: number): Promise<void> {
  await lockByName(tx, `flags:${userId}`);
}

/** A message with its reader's flag before a change. */
export type MessageWithFlag = UnreadMessage & { readonly isSet: boolean };

/** The flag of each message, with the properties that the event of a change needs; ascending. */
export function selectFlagged(tx: Transaction, userId: number, messageIds: readonly number[], flag: EditableFlag) {
  const value =
    flag === 'read'
      ? isRead('$1::bigint', 'm', 'r.is_received')
      : `coalesce(f.${flag === 'starred' ? 'is_starred' : 'is_collapsed'}, false)`;
  return tx.query<MessageWithFlag>(
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

export async function hasTopic(reader: Queryable, recipientId: number, topicKey: string): Promise<boolean> {
  const [message] = await reader.query(
    'SELECT 1 FROM messages WHERE recipient_id = $1 AND topic_key = $2 AND stream_id IS NOT NULL LIMIT 1',
    [recipientId, topicKey],
  );
  return message !== undefined;
}

/** Ids of the users that have read the message, ascending, without its sender. */
export async function selectReaders(reader: Queryable, messageId: number): Promise<number[]> {
  const rows = await reader.query<{ userId: number }>(
    `SELECT u.user_id AS "userId" FROM messages m
     CROSS JOIN LATERAL (
       SELECT unnest(r.user_ids) AS user_id FROM recipients r WHERE r.id = m.recipient_id AND m.stream_id IS NULL
       UNION
       SELECT i.user_id FROM streams s JOIN subscription_intervals i ON i.stream_id = s.id
       WHERE m.stream_id IS NOT NULL AND s.recipient_id = coalesce(m.read_recipient_id, m.recipient_id)
         AND m.id > i.since_message_id AND (i.until_message_id IS NULL OR m.id <= i.until_message_id)
     ) AS u
     ${readStateJoins('u.user_id')}
     WHERE m.id = $1 AND u.user_id <> m.sender_id AND ${isRead('u.user_id', 'm', 'true')} ORDER BY 1`,
    [messageId],
  );
  return rows.map(({ userId }) => userId);
}

const COLUMN = { read: 'is_read', starred: 'is_starred', collapsed: 'is_collapsed' } as const;

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

type ReaderMark = { readonly userId: number } & Pick<
  MessageMarks,
  'isRead' | 'isStarred' | 'isCollapsed' | 'isReceived'
>;

/** Marks of the audience on an edited message, as of the transaction. One query. */
export async function editedMessageReaders(tx: Transaction, messageId: number, audience: MessageAudience) {
  const [readers, ...parameters] =
    audience.kind === 'users'
      ? ['SELECT unnest($2::bigint[]) AS user_id', audience.userIds]
      : [
          'SELECT user_id FROM subscriptions WHERE stream_id = $2 AND is_active UNION SELECT unnest($3::bigint[])',
          audience.streamId,
          audience.alsoUsers?.userIds ?? [],
        ];
  const rows = await tx.query<ReaderMark>(
    `SELECT * FROM (
       SELECT u.user_id AS "userId", ${isRead('u.user_id', 'm', 'r.is_received')} AS "isRead",
         coalesce(f.is_starred, false) AS "isStarred", coalesce(f.is_collapsed, false) AS "isCollapsed",
         r.is_received AS "isReceived"
       FROM (${readers}) AS u
       JOIN messages m ON m.id = $1
       CROSS JOIN LATERAL (SELECT ${isReceived('u.user_id')} AS is_received) AS r
       ${readStateJoins('u.user_id')}) AS noted
     WHERE NOT "isRead" OR "isStarred" OR "isCollapsed" OR NOT "isReceived"
     ORDER BY "userId"`,
    [messageId, ...parameters],
  );
  const idsOf = (test: (row: ReaderMark) => boolean) => rows.filter(test).map(({ userId }) => userId);
  return {
    unreadBy: idsOf((row) => !row.isRead),
    starredBy: idsOf((row) => row.isStarred),
    collapsedBy: idsOf((row) => row.isCollapsed),
    historicalFor: idsOf((row) => !row.isReceived),
  };
}

/** Marks everything up to `upTo` as read: one row replaces the exceptions and the lower watermarks. */
export async function markAllRead(tx: Transaction, userId: number, upTo: number): Promise<void> {
  await tx.query(
    `WITH lower AS (
       DELETE FROM read_watermarks WHERE user_id = $1 AND read_up_to <= $2 AND recipient_id <> 0
     ), emptied AS (
       DELETE FROM message_flags WHERE user_id = $1 AND message_id <= $2 AND NOT is_starred AND NOT is_collapsed
     ), reset AS (
       UPDATE message_flags SET is_read = NULL
       WHERE user_id = $1 AND message_id <= $2 AND is_read IS NOT NULL AND (is_starred OR is_collapsed)
     )
     INSERT INTO read_watermarks AS w (user_id, recipient_id, is_whole_recipient, topic_key, read_up_to)
     VALUES ($1, 0, true, '', $2)
     ON CONFLICT (user_id, recipient_id, is_whole_recipient, topic_key)
     DO UPDATE SET read_up_to = greatest(w.read_up_to, excluded.read_up_to)`,
    [userId, upTo],
  );
}
