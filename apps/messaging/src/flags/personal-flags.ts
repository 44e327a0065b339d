import type { Queryable } from '../access/access.js';
import { isRead, isReceived, readStateJoins } from './read-state.js';

/** What a user's flags of a message follow from. */
export interface NotedMessage {
  readonly isRead: boolean;
  readonly isStarred: boolean;
  readonly isCollapsed: boolean;
  readonly isMentioned: boolean;
  readonly isWildcardMention: boolean;
  readonly hasAlertWord: boolean;
  readonly isReceived: boolean;
}

/** A spectator has read everything. */
export const SPECTATOR_FLAGS: readonly string[] = ['read'];

/**
 * The user's flags of messages under wire names, by message id: the one place that says them. One query. Visibility is the
 * caller's business.
 */
export async function personalFlags(
  queryable: Queryable,
  userId: number,
  messageIds: readonly number[],
): Promise<Map<number, string[]>> {
  if (messageIds.length === 0) return new Map();
  const rows = await queryable.query<NotedMessage & { id: number }>(
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

/** Under wire names. What one can see but did not receive is history: nothing in it mentions one. */
export const flagNames = (row: NotedMessage): string[] => [
  ...(row.isRead ? ['read'] : []),
  ...(row.isStarred ? ['starred'] : []),
  ...(row.isCollapsed ? ['collapsed'] : []),
  ...(row.isReceived && row.isMentioned ? ['mentioned'] : []),
  ...(row.isReceived && row.isWildcardMention ? ['wildcard_mentioned'] : []),
  ...(row.isReceived && row.hasAlertWord ? ['has_alert_word'] : []),
  ...(row.isReceived ? [] : ['historical']),
];
