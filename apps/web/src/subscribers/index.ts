export { changeSubscription } from './change-subscription.js';
export { knownSubscribers } from './known-subscribers.js';
export { useSubscriberCounts } from './use-subscriber-counts.js';
export { useSubscribers } from './use-subscribers.js';
