export { type KnownTopic, topicNames } from './known-topics.js';
export { useTopics } from './use-topics.js';
