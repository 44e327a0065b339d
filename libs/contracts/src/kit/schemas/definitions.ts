/*
 * JSON Schemas (2020-12) of responses, events and register fields, derived from the classes. Objects may have further fields.
 * References have the form `#/$defs/<name>`; `definitions` contains them all.
 */
import { allEndpoints } from '../endpoint.js';
import type { JsonSchema } from '../json-schema.js';
import { allRegisterFields } from '../register-fields.js';
import { referencedClasses, schemaOf } from '../types/object.js';
import { clientEventDescriptions, eventName, eventSchema } from './events.js';
import { lazily } from './lazily.js';
import { namesIn } from './schema-words.js';

/** The classes in requests, responses and events, by name. */
export const classDefinitions = lazily((): Readonly<Record<string, JsonSchema>> => {
  const onWire = [
    ...allEndpoints().flatMap(({ parameters, response }) => [parameters, response]),
    ...allRegisterFields().map(({ fields }) => fields),
    ...clientEventDescriptions().flatMap(({ forms }) => forms.map(({ fields }) => fields)),
  ];
  return referredDefinitions(onWire.map(schemaOf));
});

/** The definitions that the schemas use, directly or through other definitions. */
function referredDefinitions(schemas: readonly JsonSchema[]): Readonly<Record<string, JsonSchema>> {
  const found: Record<string, JsonSchema> = {};
  const open = schemas.flatMap(namesIn);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const target = referencedClasses().get(name);
    if (target === undefined || name in found) continue;
    found[name] = schemaOf(target);
    open.push(...namesIn(schemaOf(target)));
  }
  return found;
}

/** Name of an event's definition: `EventMessage`, `EventSubscriptionPeerAdd`. */
export const eventDefinitionName = (event: { type: string; op?: string }): string =>
  `Event${eventName(event)
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`;

/**
 * All shared definitions and events by name. `Event` is the union of all events, or only their common fields, for checks that
 * read each event by its type.
 */
export function definitions(anyEvent: 'in full' | 'in common'): Record<string, JsonSchema> {
  const events = Object.fromEntries(
    clientEventDescriptions().map((event) => [
      eventDefinitionName(event),
      eventSchema(event.type, event.op) as JsonSchema,
    ]),
  );
  const common = {
    type: 'object',
    properties: { id: { type: 'integer' }, type: { type: 'string' } },
    required: ['id', 'type'],
  };
  const names = clientEventDescriptions()
    .filter(({ isNeverSent }) => !isNeverSent)
    .map(eventDefinitionName);
  const full = { anyOf: names.map((name) => ({ $ref: `#/$defs/${name}` })) };
  return { ...classDefinitions(), ...events, Event: anyEvent === 'in full' ? full : common };
}
