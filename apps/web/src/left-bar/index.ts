export { AccountPage } from './account-page.js';
export { LeftBar } from './left-bar.js';
export { RESOLVED } from './topics.js';
export { MENTIONS, STARRED } from './view-links.js';
