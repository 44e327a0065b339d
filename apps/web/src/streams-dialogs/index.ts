export { StreamsDialogs } from './streams-dialogs.js';
