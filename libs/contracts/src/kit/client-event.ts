import type { Capability } from '../client-capabilities.js';
import type { Class } from './described-class.js';
import { writerOf } from './types/object.js';

/** An event as the client reads it, without its id. Names and shapes are the interface's. */
export type ClientEvent = { readonly type: string } & Readonly<Record<string, unknown>>;

/** The clients that declared a capability, or those that did not. */
export interface ClientCondition {
  readonly capability: Capability;
  readonly isDeclared: boolean;
}

/** An event that clients read, without its fields. An event with several forms has a class for each. */
export interface ClientEventDescription {
  readonly type: string;
  readonly op?: string;
  /** When it is sent, and to which users. Of several forms the first says it. */
  readonly when: string;
  /** The name of this form where an event has several: which change, or which clients. */
  readonly form?: string;
  /** Only for these clients. */
  readonly clients?: ClientCondition;
  readonly isDeprecated?: boolean;
  /** Clients of the interface know the event, but nothing here causes it. */
  readonly isNeverSent?: boolean;
}

const described = new Map<Class, ClientEventDescription>();

/** Describes a client event: the fields of the class stand beside `id`, `type` and `op`. */
export const ClientEventOf = (description: ClientEventDescription) => (target: Class) => {
  described.set(target, description);
};

/** Every client event, with the class of its fields. */
export const allClientEvents = (): ReadonlyMap<Class, ClientEventDescription> => described;

/** A client event as it stands on the wire, without its id. */
export function clientEvent<Fields extends object>(target: Class<Fields>, fields: Fields): ClientEvent {
  const description = described.get(target);
  if (description === undefined) throw new Error(`${target.name} has no @ClientEventOf.`);
  const { type, op } = description;
  return { type, ...(op !== undefined && { op }), ...writerOf(target)(fields) };
}
