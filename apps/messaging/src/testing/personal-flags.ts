import type { Queryable } from '@chat/persistence';
import { isRead, isReceived, readStateJoins } from '../read-state/read-state.js';
import { flagNames, type MessageMarks } from '../read-state/reader-state.js';

/** A user's flags under wire names by message id, from the SQL rules. Tests compare pages, which use rules in memory, with it. */
export async function personalFlags(
  queryable: Queryable,
  userId: number,
  messageIds: readonly number[],
): Promise<Map<number, string[]>> {
  if (messageIds.length === 0) return new Map();
  const rows = await queryable.query<MessageMarks & { id: number }>(
    `SELECT m.id, ${isRead('$1::bigint', 'm', 'r.is_received')} AS "isRead",
       coalesce(f.is_starred, false) AS "isStarred", coalesce(f.is_collapsed, false) AS "isCollapsed",
       $1 = ANY (m.mentioned_user_ids) AS "isMentioned", m.is_wildcard_mention AS "isWildcardMention",
       $1 = ANY (m.alert_word_user_ids) AS "hasAlertWord", r.is_received AS "isReceived"
     FROM messages m
     CROSS JOIN LATERAL (SELECT ${isReceived('$1::bigint')} AS is_received) AS r
     ${readStateJoins('$1::bigint')}
     WHERE m.id = ANY ($2)`,
    [userId, messageIds],
  );
  return new Map(rows.map((row) => [row.id, flagNames(row)]));
}
