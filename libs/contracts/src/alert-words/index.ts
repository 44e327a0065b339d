export * from './alert-words.endpoints.js';
export * from './alert-words.events.js';
export * from './alert-words.schema.js';
