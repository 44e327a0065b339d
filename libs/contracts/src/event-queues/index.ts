export * from './catch-up-events.request.js';
export * from './delete-event-queue.request.js';
export * from './event-queues.endpoints.js';
export * from './event-queues.schema.js';
export * from './event-shards.js';
export * from './fetch-event-queues.request.js';
export * from './register-event-queue.request.js';
