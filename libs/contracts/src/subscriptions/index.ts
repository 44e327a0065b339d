export * from './subscribe-new-user.request.js';
export * from './subscriptions.endpoints.js';
export * from './subscriptions.events.js';
export * from './subscriptions.schema.js';
