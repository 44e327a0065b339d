import type { Capability } from '../../client-capabilities.js';
import { allClientEvents, type ClientCondition } from '../client-event.js';
import { type Class, fieldsOf } from '../described-class.js';
import type { JsonSchema } from '../json-schema.js';
import { describedSchema } from '../types/object.js';
import { lazily } from './lazily.js';

export interface EventForm {
  /** Distinguishes the form from the others. */
  readonly name?: string;
  readonly clients?: ClientCondition;
  readonly fields: Class;
}

/** The events of one type and op, in all forms. */
export interface EventDescription {
  readonly type: string;
  readonly op?: string;
  readonly when: string;
  readonly forms: readonly EventForm[];
  readonly isDeprecated?: boolean;
  readonly isNeverSent?: boolean;
}

/** `subscription.add`, `message`. */
export function eventName({ type, op }: Pick<EventDescription, 'type' | 'op'>): string {
  return op === undefined ? type : `${type}.${op}`;
}

const byName = lazily(() => {
  const events = new Map<string, EventDescription>();
  for (const [fields, { form, clients, ...event }] of allClientEvents()) {
    const name = eventName(event);
    const others = events.get(name);
    const described = { fields, ...(form !== undefined && { name: form }), ...(clients && { clients }) };
    events.set(name, { ...(others ?? event), forms: [...(others?.forms ?? []), described] });
  }
  return events;
});

/** Every event by type and op. Classes of the same type and op are forms of one event. */
export const clientEventDescriptions = lazily((): readonly EventDescription[] =>
  [...byName()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, event]) => event),
);

/** The event of this type and op, if there is one. */
export const eventDescription = (type: string, op?: string): EventDescription | undefined =>
  byName().get(eventName({ type, ...(op !== undefined && { op }) }));

/** The schema of one form. */
export function formSchema({ type, op }: EventDescription, { fields }: EventForm): JsonSchema {
  const described = fieldsOf(fields);
  const head = {
    id: { type: 'integer', minimum: 0 },
    type: { const: type },
    ...(op !== undefined && { op: { const: op } }),
  };
  return {
    type: 'object',
    properties: { ...head, ...Object.fromEntries(described.map((field) => [field.wireName, describedSchema(field)])) },
    required: [...Object.keys(head), ...described.filter(({ required }) => required).map(({ wireName }) => wireName)],
  };
}

type Capabilities = Readonly<Partial<Record<Capability, boolean>>>;

/** The forms for a client with these capabilities; all forms without capabilities. */
const formsFor = ({ forms }: EventDescription, capabilities?: Capabilities): readonly EventForm[] =>
  capabilities === undefined
    ? forms
    : forms.filter(({ clients }) => !clients || (capabilities[clients.capability] ?? false) === clients.isDeclared);

/**
 * The schema of an event for clients with these capabilities, or for any client. Undefined if these clients never get the event.
 */
export function eventSchema(type: string, op?: string, capabilities?: Capabilities): JsonSchema | undefined {
  const event = eventDescription(type, op);
  if (!event) return undefined;
  const schemas = formsFor(event, capabilities).map((form) => formSchema(event, form));
  if (schemas.length === 0) return undefined;
  return schemas.length === 1 ? (schemas[0] as JsonSchema) : { anyOf: schemas };
}
