import { Id, Nested } from './kit/fields.js';
import { Principal } from './principal.js';

export const SERVICES = [
  'users',
  'realm-settings',
  'messaging',
  'files',
  'integrations',
  'events',
  'identity-providers',
] as const;
export type ServiceName = (typeof SERVICES)[number];

/**
 * A request from one service to another: a class with decorated fields, which extends `request(ServiceRequest<Reply>, pattern)`.
 * `Reply` is the result of the handler. Fields are only added, as optional ones, because older replicas may run.
 */
export abstract class ServiceRequest<Reply> {
  /** Only a type: binds the reply to the request. */
  declare readonly replyType?: Reply;
}

/** A request in the name of a user. */
export abstract class ActorRequest<Reply> extends ServiceRequest<Reply> {
  @Nested(Principal) actor!: Principal;
}

/** A request about one realm. */
export abstract class RealmRequest<Reply> extends ServiceRequest<Reply> {
  @Id() realmId!: number;
}

/**
 * Applies an effect of a write in another service, which applies it again when it reads the domain event. The writer sends the
 * request after its commit. The time limit is short, so that a write does not wait long for an absent service.
 */
export abstract class AfterCommitRequest extends RealmRequest<void> {
  static readonly timeoutMs = 2_000;
}

type RequestBase = abstract new () => ServiceRequest<unknown>;

const patterns: string[] = [];

/** The patterns of all requests between services; those of endpoints are not among them. */
export const requestPatterns = (): readonly string[] => patterns;

/** The base class of a request with the pattern `<service>.<noun>.<verb>`. */
export function request<Base extends RequestBase>(base: Base, pattern: string): Base & { readonly pattern: string } {
  patterns.push(pattern);
  abstract class Request extends (base as RequestBase) {
    static readonly pattern = pattern;
  }
  return Request as unknown as Base & { readonly pattern: string };
}

/** As {@link request}, for a request that may be executed twice. */
export const repeatable = <Base extends RequestBase>(base: Base, pattern: string) =>
  Object.assign(request(base, pattern), { isRepeatable: true as const });

export interface RequestClass<Request extends ServiceRequest<unknown>> {
  new (): Request;
  readonly pattern: string;
  /** Time limit of the caller, if not the usual one. */
  readonly timeoutMs?: number;
  /** A text field that may be so long that the search for characters to escape costs much. */
  readonly longTextField?: string;
  /** One preferred replica serves the requests of a realm while it keeps up. */
  readonly hasRealmAffinity?: boolean;
  /** Whether executing the request twice is harmless: reads, and writes that detect a repetition. */
  readonly isRepeatable?: boolean | ((fields: never) => boolean);
}

export type ReplyOf<Request> = Request extends ServiceRequest<infer Reply> ? Reply : never;
export type FieldsOf<Request> = Omit<Request, 'replyType'>;

/** The service that handles a pattern: the part before the first dot. Throws if that part names no service. */
export function serviceOf(pattern: string): ServiceName {
  const service = pattern.slice(0, pattern.indexOf('.')) as ServiceName;
  if (!SERVICES.includes(service)) {
    throw new Error(`Pattern "${pattern}" does not begin with one of: ${SERVICES.join(', ')}.`);
  }
  return service;
}
