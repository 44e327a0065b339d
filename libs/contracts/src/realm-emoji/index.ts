export * from './create-realm-emoji.request.js';
export * from './get-emoji-data.request.js';
export * from './get-realm-emoji-image.request.js';
export * from './realm-emoji.endpoints.js';
export * from './realm-emoji.events.js';
export * from './realm-emoji.schema.js';
