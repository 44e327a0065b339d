export { EmptyPage } from './empty-page.js';
export { Inbox } from './inbox.js';
export { RecentConversations } from './recent.js';
