export * from './delete-stored-drafts.request.js';
export * from './drafts.endpoints.js';
export * from './drafts.events.js';
export * from './drafts.schema.js';
