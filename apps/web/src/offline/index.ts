export { endKeeping, keepForOffline, removeKept } from './keep-for-offline.js';
