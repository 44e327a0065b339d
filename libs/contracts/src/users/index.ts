export * from './avatar-url.js';
export * from './delivery-email.js';
export * from './directory-user.js';
export * from './get-own-user.request.js';
export * from './get-user-directory.js';
export * from './users.endpoints.js';
export * from './users.events.js';
export * from './users.schema.js';
