export * from './message-flags.endpoints.js';
export * from './message-flags.events.js';
export * from './message-flags.schema.js';
export * from './read-muted-messages.request.js';
