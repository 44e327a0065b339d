export * from './bots.events.js';
export * from './bots.schema.js';
