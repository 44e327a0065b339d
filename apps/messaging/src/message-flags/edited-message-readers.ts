import type { EditedMessageReaders, MessageAudience } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { isRead, isReceived, readStateJoins } from '../read-state/read-state.js';

interface ReaderMark {
  readonly userId: number;
  readonly isRead: boolean;
  readonly isStarred: boolean;
  readonly isCollapsed: boolean;
  readonly isReceived: boolean;
}

/** Marks of the audience on an edited message, as of the transaction. One query. */
export async function editedMessageReaders(
  tx: Transaction,
  messageId: number,
  audience: MessageAudience,
): Promise<EditedMessageReaders> {
  const readers =
    audience.kind === 'users'
      ? { from: 'unnest($2::bigint[]) AS u (user_id)', value: audience.userIds }
      : {
          from: `(SELECT user_id FROM subscriptions WHERE stream_id = $2 AND is_active
             UNION SELECT unnest($3::bigint[])) AS u`,
          value: audience.streamId,
        };
  const others = audience.kind === 'stream' ? [audience.alsoUsers?.userIds ?? []] : [];
  const rows = await tx.query<ReaderMark>(
    `SELECT * FROM (
       SELECT u.user_id AS "userId", ${isRead('u.user_id', 'm', 'r.is_received')} AS "isRead",
         coalesce(f.is_starred, false) AS "isStarred", coalesce(f.is_collapsed, false) AS "isCollapsed",
         r.is_received AS "isReceived"
       FROM ${readers.from}
       JOIN messages m ON m.id = $1
       CROSS JOIN LATERAL (SELECT ${isReceived('u.user_id')} AS is_received) AS r
       ${readStateJoins('u.user_id')}) AS noted
     WHERE NOT "isRead" OR "isStarred" OR "isCollapsed" OR NOT "isReceived"
     ORDER BY "userId"`,
    [messageId, readers.value, ...others],
  );
  const idsOf = (test: (row: ReaderMark) => boolean): number[] => rows.filter(test).map(({ userId }) => userId);
  return {
    unreadBy: idsOf((row) => !row.isRead),
    starredBy: idsOf((row) => row.isStarred),
    collapsedBy: idsOf((row) => row.isCollapsed),
    historicalFor: idsOf((row) => !row.isReceived),
  };
}
