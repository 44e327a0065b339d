export * from './reactions.endpoints.js';
export * from './reactions.events.js';
export * from './reactions.schema.js';
