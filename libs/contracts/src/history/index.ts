export * from './history.schema.js';
