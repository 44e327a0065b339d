export { StatusDialogs } from './status-dialogs.js';
export { StatusEmoji } from './status-emoji.js';
export { useStatusEnd } from './use-own-status.js';
