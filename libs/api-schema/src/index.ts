/**
 * What goes over the wire, as JSON Schemas (2020-12): every answer, every event, every field of a registration. Data only;
 * what checks against it is for tests (`WireCheck` of @chat/testing). Objects may always have further fields.
 * References (`ref`) are to `#/$defs/<name>`; `schemaDocument` has them all.
 */
import { DEFINITIONS } from './definitions/index.js';
import { EVENTS, eventName, eventSchema } from './events/index.js';
import { integer, type JsonSchema, object, string } from './schema.js';

export { DEFINITIONS } from './definitions/index.js';
export { type FieldRow, fieldRows } from './docs/field-rows.js';
export { wordsFor } from './docs/schema-words.js';
export { ERROR, ERRORS_WITH_FIELDS, errorSchema } from './errors.js';
export {
  CAPABILITIES,
  type Capability,
  type ClientCondition,
  EVENTS,
  type EventDescription,
  type EventForm,
  eventDescription,
  eventName,
  eventSchema,
  formSchema,
  formsFor,
} from './events/index.js';
export {
  hasRegisterField,
  type RegisterField,
  type RegisterFields,
  type RegisterRequest,
  registerFieldNote,
  registerFields,
  registerSchema,
  registerSchemaFor,
} from './register/index.js';
export {
  endpointFor,
  PARTIAL_ENVELOPE,
  RESPONSES,
  type ResponseDescription,
  responseFields,
  responseSchema,
  SUCCESS_ENVELOPE,
} from './responses/index.js';
export type { Fields, JsonSchema } from './schema.js';

/** Name of an event's definition: `EventMessage`, `EventSubscriptionPeerAdd`. */
export const eventDefinitionName = (event: { type: string; op?: string }): string =>
  `Event${eventName(event)
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`;

/**
 * Every shared definition and every event by name. `Event` is any event: told apart in full, or, for checks that look at
 * each event by its type anyway, by what all have in common.
 */
export function definitions(anyEvent: 'in full' | 'in common'): Record<string, JsonSchema> {
  const events = Object.fromEntries(
    EVENTS.map((event) => [eventDefinitionName(event), eventSchema(event.type, event.op) as JsonSchema]),
  );
  const common = object({ id: integer, type: string });
  const names = EVENTS.filter(({ isNeverSent }) => !isNeverSent).map(eventDefinitionName);
  const full = { anyOf: names.map((name) => ({ $ref: `#/$defs/${name}` })) };
  return { ...DEFINITIONS, ...events, Event: anyEvent === 'in full' ? full : common };
}
