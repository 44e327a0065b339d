export * from './muted-users.endpoints.js';
export * from './muted-users.events.js';
export * from './muted-users.schema.js';
