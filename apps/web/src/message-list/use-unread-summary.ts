import { useCallback, useMemo } from 'react';
import { usePageClient, useUnread } from '../client/index.js';
import { markRead } from '../read-marking/index.js';
import { indexOfId } from './list-window.js';
import type { UnreadSummary } from './unread-summary.js';

/** The unread line: how many messages of others follow it. */
export function useUnreadSummaryOf(
  ids: readonly number[],
  firstUnread: number | null,
  foundNewest: boolean,
): UnreadSummary {
  const page = usePageClient();
  const after = useMemo(() => (firstUnread === null ? [] : ids.slice(indexOfId(ids, firstUnread))), [ids, firstUnread]);
  const hasUnread = useUnread(useCallback((unread) => after.some((id) => unread?.has(id) === true), [after]));
  return useMemo(() => {
    const { client } = page.changes;
    const ownUserId = client.state.field('user_id');
    return {
      isComplete: foundNewest,
      count: after.filter((id) => client.messages.get(id)?.sender_id !== ownUserId).length,
      hasUnread,
      markAsRead: () =>
        markRead(
          page,
          after.filter((id) => client.state.unread?.has(id) === true),
        ),
    };
  }, [page, after, hasUnread, foundNewest]);
}
