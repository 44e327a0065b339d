import type { RequestClass, ServiceRequest } from '@chat/contracts';
import { REQUEST_TIMEOUT_MS } from './limits.js';
import type { RequestContext } from './request-context.js';

/** A request that a caller makes: the service, the fields, and how it is sent. */
export interface OutgoingCall {
  /** If the pattern does not name it. */
  readonly service?: string;
  readonly pattern: string;
  readonly body: unknown;
  readonly context: RequestContext;
  readonly timeoutMs: number;
  /** Only this replica may take it. */
  readonly instance?: string | undefined;
  /** It goes to the realm's preferred replica while that keeps up. */
  readonly hasRealmAffinity?: boolean | undefined;
  readonly isRepeatable?: boolean | ((fields: never) => boolean) | undefined;
  /** A request of the transport itself: a missing reply is no failure of a service. */
  readonly isControl?: boolean;
}

/** What a request class says about sending its requests. */
export const sendingOf = ({
  pattern,
  timeoutMs = REQUEST_TIMEOUT_MS,
  hasRealmAffinity,
  isRepeatable,
}: RequestClass<ServiceRequest<unknown>>) => ({
  pattern,
  timeoutMs,
  hasRealmAffinity,
  isRepeatable,
});

export const isRepeatable = ({ isRepeatable = false, body }: OutgoingCall): boolean =>
  typeof isRepeatable === 'function' ? isRepeatable(body as never) : isRepeatable;
