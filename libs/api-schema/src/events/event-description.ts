import type { Capability, ClientCondition } from '@chat/contracts';
import { constant, type Fields, id, type JsonSchema, object } from '../schema.js';

export { CAPABILITIES, type Capability, type ClientCondition } from '@chat/contracts';

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
