export { EmptyPage } from './empty-page.js';
export { Inbox } from './inbox.js';
export { ListHeading } from './list-heading.js';
export { NotLoaded } from './not-loaded.js';
export { RecentConversations } from './recent.js';
