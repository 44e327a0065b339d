export * from './avatars.endpoints.js';
export * from './read-avatar.request.js';
export * from './store-avatar.request.js';
