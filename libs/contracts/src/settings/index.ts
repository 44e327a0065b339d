export * from './languages.js';
export * from './settings.endpoints.js';
export * from './settings.events.js';
export * from './settings.schema.js';
