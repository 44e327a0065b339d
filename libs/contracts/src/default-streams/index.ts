export * from './default-streams.endpoints.js';
export * from './default-streams.events.js';
export * from './default-streams.schema.js';
