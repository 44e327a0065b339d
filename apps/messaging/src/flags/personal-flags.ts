import type { Queryable } from '../access/access.js';
import { isRead, isReceived, readStateJoins } from './read-state.js';

interface FlagsRow {
  readonly id: number;
  readonly isRead: boolean;
  readonly isStarred: boolean;
  readonly isCollapsed: boolean;
  readonly isMentioned: boolean;
  readonly isWildcardMention: boolean;
  readonly isAlerted: boolean;
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
  const rows = await queryable.query<FlagsRow>(
    `SELECT m.id, ${isRead('$1::bigint', 'm', 'r.is_received')} AS "isRead",
       coalesce(f.is_starred, false) AS "isStarred", coalesce(f.is_collapsed, false) AS "isCollapsed",
       r.is_received AND $1 = ANY (m.mentioned_user_ids) AS "isMentioned",
       r.is_received AND m.is_wildcard_mention AS "isWildcardMention",
       r.is_received AND $1 = ANY (m.alert_word_user_ids) AS "isAlerted", r.is_received AS "isReceived"
     FROM messages m
     CROSS JOIN LATERAL (SELECT ${isReceived('$1::bigint')} AS is_received) AS r
     ${readStateJoins('$1::bigint')}
     WHERE m.id = ANY ($2)`,
    [userId, messageIds],
  );
  return new Map(rows.map((row) => [row.id, flagNames(row)]));
}

const flagNames = (row: FlagsRow): string[] => [
  ...(row.isRead ? ['read'] : []),
  ...(row.isStarred ? ['starred'] : []),
  ...(row.isCollapsed ? ['collapsed'] : []),
  ...(row.isMentioned ? ['mentioned'] : []),
  ...(row.isWildcardMention ? ['wildcard_mentioned'] : []),
  ...(row.isAlerted ? ['has_alert_word'] : []),
  ...(row.isReceived ? [] : ['historical']),
];
