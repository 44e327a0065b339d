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
export * from './types/choices.js';
export { list, mapOf, tuple } from './types/collections.js';
export { type FieldType, jsonType, mapped, orNull, parseJson, refined, type ValueOf } from './types/field-type.js';
export { isLink } from './types/link.js';
export * from './types/numbers.js';
export {
  describedSchema,
  objectOf,
  RefuseUnknownFields,
  referencedClasses,
  schemaOf,
  writerOf,
} from './types/object.js';
export * from './types/text.js';
export * from './validation.js';
