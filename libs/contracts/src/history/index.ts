export * from './history.endpoints.js';
export * from './history.schema.js';
