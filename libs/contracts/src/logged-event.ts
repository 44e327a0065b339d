import type { ServiceName } from './service-request.js';

/**
 * A change that a service publishes, committed together with its rows. Names are past tense. Payloads never contain a list that grows
 * with the subscribers of a stream.
 */
export interface DomainEvent<Type extends string = string, Payload = unknown> {
  readonly type: Type;
  readonly payload: Payload;
}

/** A domain event in the log. */
export interface LoggedEvent<Payload = unknown> extends DomainEvent<string, Payload> {
  readonly service: ServiceName;
  readonly realmId: number;
  /** 1, 2, 3 … without gaps per (service, realm), in commit order. */
  readonly sequence: number;
  /** Sequence of the preceding event of service and realm in this log; 0 for the first. A reader below it missed an event. */
  readonly follows: number;
  /** Redis Stream id in the log's partition. */
  readonly logId: string;
}

/** A type of domain event: makes events and recognizes them. */
export interface DomainEventType<Type extends string, Payload> {
  readonly type: Type;
  of(payload: Payload): DomainEvent<Type, Payload>;
  matches(event: LoggedEvent): event is LoggedEvent<Payload>;
}

/** A type of domain event by its name. Contracts declare theirs with `domainEvent`. */
export const eventType = (type: string): DomainEventType<string, unknown> => ({
  type,
  of: (payload) => ({ type, payload }),
  matches: (event): event is LoggedEvent<unknown> => event.type === type,
});
