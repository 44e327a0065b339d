import { type AudienceRule, ItsUser, itsUser, type Reader } from './audience.js';
import type { ClientCapabilities } from './client-capabilities.js';
import { type ClientEvent, clientEvent } from './kit/client-event.js';
import type { Class } from './kit/described-class.js';
import { IntersectionType } from './kit/mapped-classes.js';
import { type DomainEventType, eventType, type LoggedEvent } from './logged-event.js';

/** Options of a client's registration. Events differ only by these and by the reader. */
export interface ClientTraits {
  readonly applyMarkdown: boolean;
  readonly clientExtavatar: boolean;
  readonly slimPresence: boolean;
  readonly includeSubscribers: boolean;
  readonly capabilities: ClientCapabilities;
}

/** Opens a text that was sealed for a domain event (base64). */
export type OpenSealed = (sealed: string) => string;

/** Computes client events, or the fields of one, for one reader. Pure, and the only place that knows deprecated forms. */
type ToClient<Payload, Result> = (
  payload: Payload,
  reader: Reader,
  client: ClientTraits,
  event: LoggedEvent<Payload>,
  open: OpenSealed,
) => Result;

interface EventOptions<Payload extends object> {
  readonly payload: Class<Payload>;
  readonly audience: AudienceRule<Payload>;
}

/** Every reader gets one client event of this class. Without `toClient` its fields are fields of the payload. */
interface OneClientEvent<Payload, Fields> {
  readonly clientEvent: Class<Fields & object>;
  readonly toClient: ToClient<Payload, Fields>;
}

/** Readers get any number of client events of these classes, in order. */
interface SeveralClientEvents<Payload> {
  /** For the documentation; absent if another domain event has them, too. */
  readonly clientEvents?: readonly Class[];
  readonly toClient: ToClient<Payload, readonly ClientEvent[]>;
}

/** The client events of one type of domain event. */
export interface ClientEventMapping<Payload> {
  readonly source: DomainEventType<string, Payload>;
  readonly audience: AudienceRule<Payload>['of'];
  readonly forClient: ToClient<Payload, readonly ClientEvent[]>;
}

const mappings: ClientEventMapping<unknown>[] = [];
const audiences = new Map<Class, Set<string>>();

/** The mappings of all domain events with client events. */
export const allClientEventMappings = (): readonly ClientEventMapping<unknown>[] => mappings;

/** The audiences of a client event, each as the end of "Sent to …". */
export const audiencesOf = (clientEvent: Class): readonly string[] => [...(audiences.get(clientEvent) ?? [])];

/** Declares a type of domain event. Without client events: `domainEvent<UserCreatedPayload>()('users.user_created')`. */
export function domainEvent<const Type extends string, Payload extends object>(
  type: Type,
  options: EventOptions<Payload> & SeveralClientEvents<Payload>,
): DomainEventType<Type, Payload>;
export function domainEvent<const Type extends string, Payload extends object, Fields extends object>(
  type: Type,
  options: EventOptions<Payload> & OneClientEvent<Payload, Fields>,
): DomainEventType<Type, Payload>;
export function domainEvent<const Type extends string, Payload extends Fields, Fields extends object>(
  type: Type,
  options: EventOptions<Payload> & Pick<OneClientEvent<Payload, Fields>, 'clientEvent'>,
): DomainEventType<Type, Payload>;
export function domainEvent<Payload>(): <Type extends string>(type: Type) => DomainEventType<Type, Payload>;
export function domainEvent(
  type?: string,
  options?: EventOptions<object> &
    (
      | SeveralClientEvents<object>
      | (Pick<OneClientEvent<object, object>, 'clientEvent'> & { toClient?: ToClient<object, object> })
    ),
) {
  if (type === undefined || options === undefined) return eventType;
  const { audience } = options;
  const source = eventType(type);
  if ('clientEvent' in options) {
    const { clientEvent: target, toClient = (payload) => payload } = options;
    add(source, audience, [target], (...input) => [clientEvent(target, toClient(...input))]);
  } else {
    add(source, audience, options.clientEvents ?? [], options.toClient);
  }
  return source;
}

/** Declares a domain event for one user. Its payload has the `userId`, and the fields of the client event. */
export const userEvent = <const Type extends string, Fields extends object>(type: Type, clientEvent: Class<Fields>) =>
  domainEvent(type, { payload: IntersectionType(ItsUser, clientEvent), audience: itsUser, clientEvent });

function add(
  source: DomainEventType<string, unknown>,
  { to, of }: AudienceRule<never>,
  classes: readonly Class[],
  forClient: ToClient<never, readonly ClientEvent[]>,
): void {
  mappings.push({ source, audience: of, forClient } as unknown as ClientEventMapping<unknown>);
  for (const each of classes) audiences.set(each, (audiences.get(each) ?? new Set()).add(to));
}

/** Returns the former values of the fields that differ: `previous` of an event. Both objects must have their members in one order. */
export function previousValues<Data extends object>(before: Data, after: Data): Partial<Data> {
  const names = Object.keys(after) as (keyof Data)[];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(changed.map((name) => [name, before[name]])) as Partial<Data>;
}

/**
 * A snapshot with the sequence of the last domain event of its service and realm that it includes. Gateways cut the text of `state`
 * out of the reply, so these two members and their order never change; new data goes into `state`.
 */
export interface Stamped<State> {
  readonly sequence: number;
  readonly state: State;
}
