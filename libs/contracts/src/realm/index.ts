export * from './logo.endpoints.js';
export * from './realm.schema.js';
