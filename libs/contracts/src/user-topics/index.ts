export * from './user-topics.endpoints.js';
export * from './user-topics.events.js';
export * from './user-topics.schema.js';
