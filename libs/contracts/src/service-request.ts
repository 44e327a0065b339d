/** The services that can be asked. */
export const SERVICES = ['users', 'realm-settings', 'messaging', 'events'] as const;
export type ServiceName = (typeof SERVICES)[number];

/**
 * A request from one service to another. A concrete request is a class with fields that the kit describes and
 * `static readonly pattern = '<service>.<noun>.<verb>'`; `Reply` is what the handler resolves with.
 *
 * Contracts are additive: a field is added as optional, never renamed or removed while an older replica may run.
 */
export abstract class ServiceRequest<Reply> {
  /** Only a type: binds the reply to the request. Never set. */
  declare readonly replyType?: Reply;
}

export interface RequestClass<Request extends ServiceRequest<unknown>> {
  new (): Request;
  readonly pattern: string;
  /** How long the caller waits, when the usual few seconds do not fit. */
  readonly timeoutMs?: number;
  /** Whether a realm's requests of this kind are worked on best together: one replica takes them while it keeps up. */
  readonly hasRealmAffinity?: boolean;
  /** Whether executing the request twice is harmless: reads, and writes that recognize a repeat by their fields. */
  readonly isRepeatable?: boolean | ((fields: never) => boolean);
}

export type ReplyOf<Request> = Request extends ServiceRequest<infer Reply> ? Reply : never;
export type FieldsOf<Request> = Omit<Request, 'replyType'>;

/** The service that answers `pattern`. */
export function serviceOf(pattern: string): ServiceName {
  const service = pattern.slice(0, pattern.indexOf('.')) as ServiceName;
  if (!SERVICES.includes(service)) {
    throw new Error(`Pattern "${pattern}" does not begin with one of: ${SERVICES.join(', ')}.`);
  }
  return service;
}
