export * from './bot-storage.endpoints.js';
export * from './bot-storage.schema.js';
