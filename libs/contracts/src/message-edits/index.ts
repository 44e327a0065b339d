export * from './message-edits.endpoints.js';
export * from './message-edits.events.js';
export * from './message-edits.schema.js';
