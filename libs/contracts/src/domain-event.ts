import type { ClientEventMapping } from './client-event-mapping.js';
import type { Class } from './kit/described-class.js';
import type { ServiceName } from './service-request.js';

/**
 * Something that happened, told by the service that owns it, committed together with what it tells. Named in the past tense;
 * carries ids rather than objects, and never a list that grows with a stream's subscribers.
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

/** A domain event that clients read as one or several client events. */
export interface DomainEventOptions<Type extends string, Payload extends object>
  extends Pick<ClientEventMapping<Payload>, 'audience'> {
  readonly type: Type;
  readonly payload: Class<Payload>;
  /** The client events for one reader, in order. Pure; the only place that knows deprecated forms. */
  readonly toClient: ClientEventMapping<Payload>['forClient'];
}

const mappings: ClientEventMapping<unknown>[] = [];

/** How domain events become client events, for every domain event that clients read. */
export const allClientEventMappings = (): readonly ClientEventMapping<unknown>[] => mappings;

/** Declares a type of domain event. Without options: `domainEvent<UserCreatedPayload>()('users.user_created')`. */
export function domainEvent<const Type extends string, Payload extends object>(
  options: DomainEventOptions<Type, Payload>,
): DomainEventType<Type, Payload>;
export function domainEvent<Payload>(): <Type extends string>(type: Type) => DomainEventType<Type, Payload>;
export function domainEvent(options?: DomainEventOptions<string, object>) {
  if (options === undefined) return (type: string) => eventType(type);
  const source = eventType(options.type);
  mappings.push({
    source,
    audience: options.audience,
    forClient: options.toClient,
  } as unknown as ClientEventMapping<unknown>);
  return source;
}

const eventType = (type: string): DomainEventType<string, unknown> => ({
  type,
  of: (payload) => ({ type, payload }),
  matches: (event): event is LoggedEvent<unknown> => event.type === type,
});

/**
 * What a snapshot covers: every domain event of its service and realm up to and including `sequence`. These two members, in this
 * order, for ever: gateways take the text of a state out of it without reading it. What is added goes into the state.
 */
export interface Stamped<State> {
  readonly sequence: number;
  readonly state: State;
}
