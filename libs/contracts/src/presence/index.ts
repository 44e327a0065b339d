export * from './presence.endpoints.js';
export * from './presence.events.js';
export * from './presence.schema.js';
export * from './read-presences.request.js';
