export * from './server-settings.endpoints.js';
export * from './server-settings.schema.js';
