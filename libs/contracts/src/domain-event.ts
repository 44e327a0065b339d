import type { ServiceName } from './service-request.js';

/**
 * Something that happened, told by the service that owns it, committed together with what it tells. Named in the past
 * tense; carries ids rather than objects, and never a list that grows with a stream's subscribers.
 */
export interface DomainEvent<Type extends string = string, Payload = unknown> {
  readonly type: Type;
  readonly payload: Payload;
}

/** A domain event in its place in the log. */
export interface LoggedEvent<Payload = unknown> extends DomainEvent<string, Payload> {
  readonly service: ServiceName;
  readonly realmId: number;
  /** 1, 2, 3 … without gaps per (service, realm), in commit order. */
  readonly sequence: number;
  /**
   * The sequence of the event of its service and realm that comes before it in what it was read from; 0 for the first. Who knows
   * less than this has missed something.
   */
  readonly follows: number;
  /** Place in the log's partition: a Redis Stream id. */
  readonly logId: string;
}

/** A type of domain event: its name, and how to make one and recognize one. */
export interface DomainEventType<Type extends string, Payload> {
  readonly type: Type;
  of(payload: Payload): DomainEvent<Type, Payload>;
  matches(event: LoggedEvent): event is LoggedEvent<Payload>;
}

/** Declares a type of domain event: `export const UserCreated = domainEvent<UserCreatedPayload>()('users.user_created')`. */
export function domainEvent<Payload>() {
  return <Type extends string>(type: Type): DomainEventType<Type, Payload> => ({
    type,
    of: (payload) => ({ type, payload }),
    matches: (event): event is LoggedEvent<Payload> => event.type === type,
  });
}

/**
 * What a snapshot covers: every domain event of its service and realm up to and including `sequence`. These two members, in this
 * order, for ever: gateways take the text of a state out of it without reading it. What is added goes into the state.
 */
export interface Stamped<State> {
  readonly sequence: number;
  readonly state: State;
}
