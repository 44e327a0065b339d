export { Drafts } from './drafts.js';
export { Scheduled } from './scheduled.js';
export { useDraftCount } from './use-listed-drafts.js';
