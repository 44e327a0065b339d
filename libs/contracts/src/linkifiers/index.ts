export * from './linkifiers.endpoints.js';
export * from './linkifiers.events.js';
export * from './linkifiers.schema.js';
