import { constant, type Fields, id, type JsonSchema, object } from '../schema.js';

/** What a client says of itself when it registers. */
export const CAPABILITIES = [
  'notification_settings_null',
  'bulk_message_deletion',
  'user_avatar_url_field_optional',
  'stream_typing_notifications',
  'user_settings_object',
  'linkifier_url_template',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** Only clients that did, or did not, declare a capability. */
export interface ClientCondition {
  readonly capability: Capability;
  readonly isDeclared: boolean;
}

export const declares = (capability: Capability): ClientCondition => ({ capability, isDeclared: true });
export const doesNotDeclare = (capability: Capability): ClientCondition => ({ capability, isDeclared: false });

/** One shape of an event. */
export interface EventForm {
  /** Which change, or which clients; told apart by it in the documentation. */
  readonly name?: string;
  readonly clients?: ClientCondition;
  /** Beside `id`, `type` and `op`. */
  readonly fields: Fields;
}

/** Events of one type and op, whatever their form. */
export interface EventDescription {
  readonly type: string;
  readonly op?: string;
  /** When it is sent, and to whom. */
  readonly when: string;
  readonly forms: readonly EventForm[];
  readonly isDeprecated?: boolean;
  /** Clients know it, but nothing here causes it. */
  readonly isNeverSent?: boolean;
}

/** An event with one form. */
export const event = (
  type: string,
  op: string | undefined,
  when: string,
  fields: Fields,
  rest: Partial<Pick<EventDescription, 'isDeprecated' | 'isNeverSent'>> & { clients?: ClientCondition } = {},
): EventDescription => {
  const { clients, ...more } = rest;
  return { type, ...(op !== undefined && { op }), when, forms: [{ fields, ...(clients && { clients }) }], ...more };
};

/** The schema of one form. */
export const formSchema = ({ type, op }: EventDescription, { fields }: EventForm): JsonSchema =>
  object({ id, type: constant(type), ...(op !== undefined && { op: constant(op) }), ...fields });
