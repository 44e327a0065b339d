export { StatusDialogs } from './status-dialogs.js';
export { StatusEmoji } from './status-emoji.js';
export { useEndOfStatus, useStatusEnd } from './use-own-status.js';
