export * from './domain-event.js';
export * from './errors/api-error.js';
export * from './errors/api-errors.js';
export * from './limits.js';
export * from './principal.js';
export * from './roles.js';
export * from './service-request.js';
