export { Drafts } from './drafts.js';
export { Scheduled } from './scheduled.js';
