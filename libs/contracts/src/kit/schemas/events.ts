import type { Capability } from '../../client-capabilities.js';
import { allClientEvents, type ClientCondition } from '../client-event.js';
import { type Class, fieldsOf } from '../described-class.js';
import type { JsonSchema } from '../json-schema.js';
import { describedSchema } from '../types/object.js';
import { lazily } from './lazily.js';

/** One form of an event: the fields of the class stand beside `id`, `type` and `op`. */
export interface EventForm {
  /** The change or the clients that distinguish the form. */
  readonly name?: string;
  readonly clients?: ClientCondition;
  readonly fields: Class;
}

/** Events of one type and op, with all their forms. */
export interface EventDescription {
  readonly type: string;
  readonly op?: string;
  /** When it is sent, and to which users. */
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

/** Every event that a client may read, by type and op. Classes with the same type and op are the forms of one event. */
export const clientEventDescriptions = lazily((): readonly EventDescription[] =>
  [...byName()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, event]) => event),
);

/** The description of an event, if there is such an event. */
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

/** The forms that a client with these capabilities may get; all of them when the capabilities are not known. */
const formsFor = ({ forms }: EventDescription, capabilities?: Capabilities): readonly EventForm[] =>
  capabilities === undefined
    ? forms
    : forms.filter(({ clients }) => !clients || (capabilities[clients.capability] ?? false) === clients.isDeclared);

/**
 * The schema of an event of this type and op, for any client or for one with these capabilities. Undefined if there is no such
 * event, or that client never gets it.
 */
export function eventSchema(type: string, op?: string, capabilities?: Capabilities): JsonSchema | undefined {
  const event = eventDescription(type, op);
  if (!event) return undefined;
  const schemas = formsFor(event, capabilities).map((form) => formSchema(event, form));
  if (schemas.length === 0) return undefined;
  return schemas.length === 1 ? (schemas[0] as JsonSchema) : { anyOf: schemas };
}
