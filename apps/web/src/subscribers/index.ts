export { knownSubscribers } from './known-subscribers.js';
export { useSubscribers } from './use-subscribers.js';
