export * from './stream-access.js';
export * from './stream-client-events.js';
export * from './streams.endpoints.js';
export * from './streams.events.js';
export * from './streams.schema.js';
