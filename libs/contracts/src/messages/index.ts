export * from './messages.endpoints.js';
export * from './messages.events.js';
export * from './messages.schema.js';
