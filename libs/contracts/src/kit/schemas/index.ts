/*
 * JSON Schemas (2020-12) of responses, events and register fields, derived from the classes. Objects may have further fields.
 * References have the form `#/$defs/<name>`; `definitions` contains them all.
 */
export { classDefinitions, definitions, eventDefinitionName } from './definitions.js';
export { endpointsPage } from './endpoints-page.js';
export { ERROR, ERRORS_WITH_FIELDS } from './errors.js';
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
  type RegisterField,
  registerFieldDescriptions,
  registerFieldNote,
  registerSchema,
} from './register.js';
export { responseFields, SUCCESS_ENVELOPE } from './responses.js';
export { wordsFor } from './schema-words.js';
