export * from './update-full-members.request.js';
export * from './user-groups.endpoints.js';
export * from './user-groups.events.js';
export * from './user-groups.schema.js';
