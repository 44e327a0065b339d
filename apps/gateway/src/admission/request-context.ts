import type { Principal } from '@chat/contracts';
import type { TracedRequest } from '@chat/service-kit';
import type { Route } from '../http/route.js';
import type { Slot } from './call-slots.js';
import type { RateLimitState } from './rate-limiter.js';
import type { Transfer } from './transfers.js';

/** What is known about one HTTP request while it is being served; filled step by step. */
export class RequestContext {
  readonly startedAtMs = performance.now();
  /** Who is asking, before credentials were looked at: the credentials themselves, or the address of who sent none. */
  caller = '';
  route: Route | undefined;
  slot: Slot | undefined;
  /** The request's body, until it is here; then the answer, until it is gone. */
  incoming: Transfer | undefined;
  outgoing: Transfer | undefined;
  principal: Principal | null = null;
  realmId = 0;
  asOf = '0-0';
  /** Told if the client goes away before it was answered. */
  onDisconnect: (() => void) | undefined;
  /** Where the caller stands in its rate limit; undefined where none applies. */
  rateLimitState: RateLimitState | undefined;
  /** Undefined where requests are not traced. */
  trace: TracedRequest | undefined;

  constructor(
    readonly requestId: string,
    readonly address: string,
  ) {}
}
