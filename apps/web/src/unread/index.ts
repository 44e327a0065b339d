export { isTopicMuted } from './muting.js';
export { NO_UNREAD, peopleKey, type TopicUnread, type UnreadCount, type UnreadCounts } from './unread-counts.js';
export { useIconCount } from './use-icon-count.js';
export { unreadCountsNow, useUnreadCounts } from './use-unread.js';
