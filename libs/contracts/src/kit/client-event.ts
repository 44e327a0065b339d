import type { Capability } from '../client-capabilities.js';
import type { Class } from './described-class.js';
import { writerOf } from './types/object-in-code.js';

/** An event as clients read it, without its id. */
export type ClientEvent = { readonly type: string } & Readonly<Record<string, unknown>>;

/** Clients that declared a capability, or that did not. */
export interface ClientCondition {
  readonly capability: Capability;
  readonly isDeclared: boolean;
}

/** A client event without its fields. An event with several forms has one class per form. */
interface ClientEventDescription {
  readonly type: string;
  readonly op?: string;
  /** The cause. Of several forms the first one states it. The audience comes from the domain event. */
  readonly when: string;
  /** Distinguishes the forms of an event: a kind of change, or of clients. */
  readonly form?: string;
  /** Only these clients get the form. */
  readonly clients?: ClientCondition;
  readonly isDeprecated?: boolean;
  /** The API has the event, but this server never sends it. */
  readonly isNeverSent?: boolean;
}

const described = new Map<Class, ClientEventDescription>();

/** Describes a client event: the class has the fields besides `id`, `type` and `op`. */
export const ClientEventOf = (description: ClientEventDescription) => (target: Class) => {
  described.set(target, description);
};

/** Every client event by the class of its fields. */
export const allClientEvents = (): ReadonlyMap<Class, ClientEventDescription> => described;

/** A client event with the names on the wire, without its id. Throws if the class has no `@ClientEventOf`. */
export function clientEvent<Fields extends object>(target: Class<Fields>, fields: Fields): ClientEvent {
  const description = described.get(target);
  if (description === undefined) throw new Error(`${target.name} has no @ClientEventOf.`);
  const { type, op } = description;
  return { type, ...(op !== undefined && { op }), ...writerOf(target)(fields) };
}
