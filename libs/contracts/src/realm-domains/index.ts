export * from './realm-domains.endpoints.js';
export * from './realm-domains.events.js';
export * from './realm-domains.schema.js';
