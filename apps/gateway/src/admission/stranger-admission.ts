import { type Endpoint, missingParameter, type ResolvedRealm, unauthorized } from '@chat/contracts';
import type { LogTail } from './log-tail.js';
import { type RateLimiter, requireWithinLimit } from './rate-limit.guard.js';
import type { RequestContext } from './request-context.js';

/** Admits requests without credentials. Counts them against the rate limit of their address. */
export class StrangerAdmission {
  constructor(
    private readonly tail: LogTail,
    private readonly limiter: RateLimiter,
  ) {}

  async admit(endpoint: Endpoint, realm: ResolvedRealm, context: RequestContext): Promise<void> {
    [context.asOf, context.rateLimitState] = await Promise.all([
      this.tail.reached(context.realmId),
      this.count(endpoint, context.address),
    ]);
    requireWithinLimit(context.rateLimitState);
    if (endpoint.webhook) throw missingParameter('api_key');
    if (endpoint.access === 'user') throw notLoggedIn();
    if (endpoint.access === 'user-or-spectator' && realm.isDeactivated && !endpoint.isPage) throw realmIsDeactivated();
  }

  private count(endpoint: Endpoint, address: string): ReturnType<RateLimiter['countAddress']> {
    if (endpoint.isPicture) return this.limiter.countPicture(address);
    return endpoint.isForProviders ? this.limiter.countProviderCall(address) : this.limiter.countAddress(address);
  }
}

export const notLoggedIn = () => unauthorized('Not logged in: API authentication or user session required');
export const realmIsDeactivated = () => unauthorized('This organization has been deactivated');
