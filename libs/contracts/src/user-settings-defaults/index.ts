export * from './user-settings-defaults.endpoints.js';
export * from './user-settings-defaults.events.js';
export * from './user-settings-defaults.schema.js';
