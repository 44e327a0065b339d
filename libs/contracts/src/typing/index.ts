export * from './typing.endpoints.js';
export * from './typing.events.js';
