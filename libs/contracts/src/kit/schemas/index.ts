/*
 * What stands on the wire, as JSON Schemas (2020-12), derived from the classes of the contracts: every response, event and field of
 * a registration. Objects may always have further fields. References are to `#/$defs/<name>`; `definitions` has them all.
 */
export { classDefinitions, definitions, eventDefinitionName } from './definitions.js';
export { endpointsPage } from './endpoints-page.js';
export { ERROR, ERRORS_WITH_FIELDS, errorSchema } from './errors.js';
export {
  clientEventDescriptions,
  type EventDescription,
  type EventForm,
  eventDescription,
  eventName,
  eventSchema,
  formSchema,
} from './events.js';
export { eventsPage } from './events-page.js';
export { type FieldRow, fieldRows } from './field-rows.js';
export { objectsPage } from './objects-page.js';
export {
  hasRegisterField,
  type RegisterField,
  type RegisterRequest,
  registerFieldDescriptions,
  registerFieldNote,
  registerSchema,
  registerSchemaFor,
} from './register.js';
export { endpointFor, responseClasses, responseFields, responseSchema, SUCCESS_ENVELOPE } from './responses.js';
export { wordsFor } from './schema-words.js';
