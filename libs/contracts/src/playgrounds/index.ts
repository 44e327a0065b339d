export * from './playgrounds.endpoints.js';
export * from './playgrounds.events.js';
export * from './playgrounds.schema.js';
