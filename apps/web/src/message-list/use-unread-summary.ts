import { useCallback, useMemo } from 'react';
import { useClient, useUnread } from '../client/index.js';
import { readBatches } from '../read-marking/index.js';
import { indexOfId } from './list-window.js';
import type { UnreadSummary } from './unread-summary.js';

/** The unread line: how many messages of others follow it. */
export function useUnreadSummaryOf(
  ids: readonly number[],
  firstUnread: number | null,
  foundNewest: boolean,
): UnreadSummary {
  const client = useClient();
  const after = useMemo(() => (firstUnread === null ? [] : ids.slice(indexOfId(ids, firstUnread))), [ids, firstUnread]);
  const hasUnread = useUnread(useCallback((unread) => after.some((id) => unread?.has(id) === true), [after]));
  return useMemo(() => {
    const ownUserId = client.state.field('user_id');
    return {
      isComplete: foundNewest,
      count: after.filter((id) => client.messages.get(id)?.sender_id !== ownUserId).length,
      hasUnread,
      markAsRead: () => readBatches(client).add(after.filter((id) => client.state.unread?.has(id) === true)),
    };
  }, [client, after, hasUnread, foundNewest]);
}
