export * from './user-status.endpoints.js';
export * from './user-status.events.js';
export * from './user-status.schema.js';
