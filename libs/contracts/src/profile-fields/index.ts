export * from './check-profile-value.js';
export * from './get-profile-fields.request.js';
export * from './profile-fields.endpoints.js';
export * from './profile-fields.events.js';
export * from './profile-fields.schema.js';
