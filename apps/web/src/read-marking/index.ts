export { Attention } from './attention.js';
export { flagAdded, flagRemoved } from './flag-events.js';
export { onMarkedUnread } from './marked-unread.js';
export { isConversation, type MarkingTerm, marksAsRead } from './marking-views.js';
export { markRead, takeBackRead } from './read-messages.js';
export { isWatched, watchAttention } from './watch-attention.js';
