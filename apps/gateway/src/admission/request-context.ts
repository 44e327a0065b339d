import type { Principal } from '@chat/contracts';
import type { TracedRequest } from '@chat/service-kit';
import type { Route } from '../http/route.js';
import type { Slot } from './call-slots.js';
import type { RateLimitState } from './rate-limiter.js';
import type { Transfer } from './transfers.js';

/** State of one HTTP request while it is served; each step adds its results. */
export class RequestContext {
  readonly startedAtMs = performance.now();
  /** Caller before authentication: the credentials as sent, or the address if there are none. */
  caller = '';
  route: Route | undefined;
  slot: Slot | undefined;
  /** The body of the request until it has arrived; the response until the client has received it. */
  incoming: Transfer | undefined;
  outgoing: Transfer | undefined;
  principal: Principal | null = null;
  realmId = 0;
  asOf = '0-0';
  /** Called if the client disconnects before it gets its response. */
  onDisconnect: (() => void) | undefined;
  /** Undefined if no rate limit applies. */
  rateLimitState: RateLimitState | undefined;
  /** Undefined if requests are not traced. */
  trace: TracedRequest | undefined;

  constructor(
    readonly requestId: string,
    readonly address: string,
  ) {}
}
