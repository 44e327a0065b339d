export * from './streams.schema.js';
