export { currentList, type ListHandle } from './list-handle.js';
export { MessageList } from './message-list.js';
