import { createContext, useContext } from 'react';

/** The contents of the unread line of a list. */
export interface UnreadSummary {
  /** Messages that were new when the reader came, and those that arrived since. */
  readonly count: number;
  /** No later messages exist. */
  readonly isComplete: boolean;
  readonly hasUnread: boolean;
  readonly markAsRead: () => void;
}

export const UnreadSummaryContext = createContext<UnreadSummary>({
  count: 0,
  isComplete: true,
  hasUnread: false,
  markAsRead: () => undefined,
});

export const useUnreadSummary = (): UnreadSummary => useContext(UnreadSummaryContext);
