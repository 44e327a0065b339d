import type { Principal } from '@chat/contracts';
import type { TracedRequest } from '@chat/runtime';
import type { DeferredAdmission } from '../../auth/deferred-admission.js';
import type { Standing } from '../../rate-limits/rate-limiter.js';
import type { Route } from '../routing/route-table.js';
import type { Place } from './calls-in-flight.js';
import type { Transfer } from './transfers.js';

/** What is known about one HTTP request while it is being served; filled step by step. */
export class Exchange {
  readonly startedAtMs = performance.now();
  /** Who is asking, before credentials were looked at: the credentials themselves, or the address of who sent none. */
  caller = '';
  route: Route | undefined;
  place: Place | undefined;
  /** The request's body, until it is here; then the answer, until it is gone. */
  incoming: Transfer | undefined;
  outgoing: Transfer | undefined;
  principal: Principal | null = null;
  /** While the caller is only presumed to be admitted; undefined as soon as they are, and where they were at once. */
  deferred: DeferredAdmission | undefined;
  realmId = 0;
  asOf = '0-0';
  /** Told if the client goes away before it was answered. */
  onDisconnect: (() => void) | undefined;
  /** Where the caller stands in its rate limit; undefined where none applies. */
  standing: Standing | undefined;
  /** Undefined where requests are not traced. */
  trace: TracedRequest | undefined;

  constructor(
    readonly requestId: string,
    readonly address: string,
  ) {}
}
