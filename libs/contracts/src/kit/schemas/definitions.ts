import type { JsonSchema } from '../json-schema.js';
import { referencedClasses, schemaOf } from '../types/object.js';
import { clientEventDescriptions, eventName, eventSchema } from './events.js';
import { lazily } from './lazily.js';

/** The classes that others refer to, by name. */
export const classDefinitions = lazily(
  (): Readonly<Record<string, JsonSchema>> =>
    Object.fromEntries([...referencedClasses()].map(([name, target]) => [name, schemaOf(target)])),
);

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
