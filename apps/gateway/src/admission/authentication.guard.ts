import type { IncomingHttpHeaders } from 'node:http';
import { requireAccess } from '@chat/auth';
import {
  ApiError,
  type Endpoint,
  type Principal,
  type ResolvedRealm,
  unauthorized,
  VerifyCredentials,
} from '@chat/contracts';
import type { RedisTransportClient } from '@chat/redis-rpc';
import { parseBasicCredentials } from './basic-credentials.js';
import type { CredentialCache } from './credential-cache.js';
import type { LogTail } from './log-tail.js';
import { type RateLimiter, requireWithinLimit } from './rate-limit.guard.js';
import type { RealmsByHost } from './realms-by-host.js';
import type { RequestContext } from './request-context.js';

/**
 * Resolves the realm and the caller of a request, counts the request against the rate limit and checks the role that the endpoint
 * requires. Throws the error of the first failed check. The request context receives the results, also on failure.
 *
 * Applies every event that was published before the request before it decides.
 */
export class AuthenticationGuard {
  constructor(
    private readonly realms: RealmsByHost,
    private readonly tail: LogTail,
    private readonly credentials: CredentialCache,
    private readonly limiter: RateLimiter,
    private readonly transport: Pick<RedisTransportClient, 'request'>,
  ) {}

  async admit(endpoint: Endpoint, headers: IncomingHttpHeaders, context: RequestContext): Promise<void> {
    const resolved = this.realms.realmOf(headers.host);
    const realm = resolved instanceof Promise ? await resolved : resolved;
    context.realmId = realm.realmId;
    const authorization = endpoint.access === 'anyone' ? undefined : headers.authorization;
    if (authorization === undefined) return this.admitStranger(endpoint, realm, context);
    await this.admitUser(endpoint, realm, authorization, context);
  }

  /** Authenticates the caller again, as of the current end of the log, which becomes the context's `asOf`. */
  async readmit(context: RequestContext): Promise<Principal> {
    const { realmId, caller: authorization } = context;
    const entry = this.credentials.entryFor(realmId, authorization);
    context.asOf = await this.tail.reached(realmId);
    return this.credentials.get(entry) ?? this.verify(entry, authorization, context);
  }

  private async admitStranger(endpoint: Endpoint, realm: ResolvedRealm, context: RequestContext): Promise<void> {
    const { address } = context;
    [context.asOf, context.rateLimitState] = await Promise.all([
      this.tail.reached(context.realmId),
      endpoint.isPicture ? this.limiter.countPicture(address) : this.limiter.countAddress(address),
    ]);
    requireWithinLimit(context.rateLimitState);
    if (endpoint.access === 'user') throw notLoggedIn();
    if (endpoint.access === 'user-or-spectator' && realm.isDeactivated) throw realmIsDeactivated();
  }

  private async admitUser(
    endpoint: Endpoint,
    realm: ResolvedRealm,
    authorization: string,
    context: RequestContext,
  ): Promise<void> {
    const { realmId } = realm;
    // A poll counts only if it turns out not to wait.
    const how = endpoint.longPoll ? 'look' : 'count';
    const entry = this.credentials.entryFor(realmId, authorization);
    const expected = this.credentials.get(entry);
    const [asOf, rateLimitState] = await Promise.all([
      this.tail.reached(realmId),
      expected && this.limiter.countUser(realmId, expected.userId, how),
    ]);
    context.asOf = asOf;
    // Read again, because an event may have invalidated the credentials during the wait. The same holds for the realm.
    const principal = this.credentials.get(entry) ?? (await this.verify(entry, authorization, context));
    context.principal = principal;
    context.rateLimitState =
      expected?.userId === principal.userId
        ? rateLimitState
        : await this.limiter.countUser(realmId, principal.userId, how);
    if (realm.isDeactivated) throw realmIsDeactivated();
    requireWithinLimit(context.rateLimitState);
    requireAccess(endpoint, principal);
  }

  /** Counts wrong credentials against the address. Beyond its limit the error no longer says that they are wrong. */
  private async verify(entry: string, authorization: string, context: RequestContext): Promise<Principal> {
    const { realmId, requestId, asOf, address } = context;
    const rpcContext = { realmId, requestId, asOf, traceparent: context.trace?.traceparent };
    try {
      const credentials = parseBasicCredentials(authorization);
      return await this.credentials.lookUp(entry, realmId, () =>
        this.transport.request(VerifyCredentials, { realmId, ...credentials }, rpcContext),
      );
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) {
        context.rateLimitState = await this.limiter.countAddress(address);
        requireWithinLimit(context.rateLimitState);
      }
      throw error;
    }
  }
}

export const notLoggedIn = () => unauthorized('Not logged in: API authentication or user session required');
const realmIsDeactivated = () => unauthorized('This organization has been deactivated');
