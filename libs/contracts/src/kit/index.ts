/** The kit with which features describe their objects, endpoints and events. */
export * from './client-event.js';
export * from './described-class.js';
export * from './endpoint.js';
export * from './fields.js';
export type { JsonSchema } from './json-schema.js';
export * from './mapped-classes.js';
export { camelCase, memberText, type Wire, type WireName, wireName } from './names.js';
export * from './register-fields.js';
export * from './requests.js';
export * from './schemas/index.js';
export * from './types/index.js';
export * from './validation.js';
