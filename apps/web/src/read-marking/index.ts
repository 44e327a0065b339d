export { Attention } from './attention.js';
export { onMarkedUnread, reportMarkedUnread } from './marked-unread.js';
export { isConversation, type MarkingTerm, marksAsRead } from './marking-views.js';
export { readBatches } from './read-messages.js';
export { isWatched, watchAttention } from './watch-attention.js';
