import type { EditedMessageReaders, MessageAudience } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { isRead, isReceived, readStateJoins } from '../read-state/read-state.js';
import type { MessageMarks } from '../read-state/reader-state.js';

type ReaderMark = { readonly userId: number } & Pick<
  MessageMarks,
  'isRead' | 'isStarred' | 'isCollapsed' | 'isReceived'
>;

/** Marks of the audience on an edited message, as of the transaction. One query. */
export async function editedMessageReaders(
  tx: Transaction,
  messageId: number,
  audience: MessageAudience,
): Promise<EditedMessageReaders> {
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
