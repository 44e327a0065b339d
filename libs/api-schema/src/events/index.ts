import { contractEvents } from '../from-contracts.js';
import type { JsonSchema } from '../schema.js';
import { type Capability, type EventDescription, type EventForm, formSchema } from './event-description.js';
import { MESSAGE_EVENTS } from './message-events.js';
import { NEVER_SENT_EVENTS } from './never-sent-events.js';

export * from './event-description.js';

/** Every event that a client may read, by type and op. */
export const EVENTS: readonly EventDescription[] = [...contractEvents(), ...MESSAGE_EVENTS, ...NEVER_SENT_EVENTS].sort(
  (a, b) => (eventName(a) < eventName(b) ? -1 : 1),
);

/** `subscription.add`, `message`. */
export function eventName({ type, op }: Pick<EventDescription, 'type' | 'op'>): string {
  return op === undefined ? type : `${type}.${op}`;
}

const byName = new Map(EVENTS.map((event) => [eventName(event), event]));

/** The description of an event, if there is such an event. */
export const eventDescription = (type: string, op?: string): EventDescription | undefined =>
  byName.get(eventName({ type, op }));

/** The forms that a client with these capabilities may get; all of them when the capabilities are not known. */
export const formsFor = (
  { forms }: EventDescription,
  capabilities?: Readonly<Partial<Record<Capability, boolean>>>,
): readonly EventForm[] =>
  capabilities === undefined
    ? forms
    : forms.filter(({ clients }) => !clients || (capabilities[clients.capability] ?? false) === clients.isDeclared);

/**
 * What an event of this type and op looks like, for any client or for one with these capabilities. Undefined when there is
 * no such event, or that client never gets it.
 */
export function eventSchema(
  type: string,
  op?: string,
  capabilities?: Readonly<Partial<Record<Capability, boolean>>>,
): JsonSchema | undefined {
  const event = eventDescription(type, op);
  if (!event) return undefined;
  const schemas = formsFor(event, capabilities).map((form) => formSchema(event, form));
  if (schemas.length === 0) return undefined;
  return schemas.length === 1 ? (schemas[0] as JsonSchema) : { anyOf: schemas };
}
