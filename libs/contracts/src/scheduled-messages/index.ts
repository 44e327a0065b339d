export * from './scheduled-messages.endpoints.js';
export * from './scheduled-messages.events.js';
export * from './scheduled-messages.schema.js';
