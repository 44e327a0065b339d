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
import { notLoggedIn, parseBasicCredentials } from './basic-credentials.js';
import type { CredentialCache } from './credential-cache.js';
import type { LogTail } from './log-tail.js';
import { requireWithinLimit } from './rate-limit.guard.js';
import type { RateLimiter } from './rate-limiter.js';
import type { RealmDirectory } from './realm-directory.js';
import type { RequestContext } from './request-context.js';

/** The headers that say who calls, and where. */
interface CallerHeaders {
  readonly host?: string | undefined;
  readonly authorization?: string | undefined;
}

/**
 * Resolves the realm and the caller of a request, counts the request against the rate limit and checks the role that the endpoint
 * requires. Throws the error of the first failed check. The request context receives the results, also on failure.
 *
 * Applies every event that was published before the request before it decides.
 */
export class AuthenticationGuard {
  constructor(
    private readonly realms: RealmDirectory,
    private readonly tail: LogTail,
    private readonly credentials: CredentialCache,
    private readonly limiter: RateLimiter,
    private readonly transport: Pick<RedisTransportClient, 'request'>,
  ) {}

  async admit(endpoint: Endpoint, headers: CallerHeaders, context: RequestContext): Promise<void> {
    const resolved = this.realms.realmOf(headers.host);
    const realm = resolved instanceof Promise ? await resolved : resolved;
    context.realmId = realm.realmId;
    const authorization = endpoint.access === 'anyone' ? undefined : headers.authorization;
    if (authorization === undefined) return this.admitStranger(endpoint, realm, context);
    await this.admitUser(endpoint, realm, authorization, context);
    if (context.principal !== null) requireAccess(endpoint, context.principal);
  }

  /** Who calls as of now, which also becomes the context's `asOf`; for who was admitted with credentials. */
  async readmit(context: RequestContext): Promise<Principal> {
    const { realmId, caller: authorization } = context;
    const entry = this.credentials.entryFor(realmId, authorization);
    context.asOf = await this.tail.reached(realmId);
    return this.credentials.get(entry) ?? this.verify(entry, authorization, context);
  }

  private async admitStranger(endpoint: Endpoint, realm: ResolvedRealm, context: RequestContext): Promise<void> {
    [context.asOf, context.rateLimitState] = await Promise.all([
      this.tail.reached(context.realmId),
      endpoint.isPicture === true
        ? this.limiter.countPicture(context.address)
        : this.limiter.countAddress(context.address),
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
    const how = howToCount(endpoint);
    const entry = this.credentials.entryFor(realmId, authorization);
    const expected = this.credentials.get(entry);
    const [asOf, rateLimitState] = await Promise.all([
      this.tail.reached(realmId),
      expected && this.limiter.countUser(realmId, expected.userId, how),
    ]);
    context.asOf = asOf;
    // Read again: what the log brought meanwhile may have ended the credentials.
    const principal = this.credentials.get(entry) ?? (await this.verify(entry, authorization, context));
    context.principal = principal;
    context.rateLimitState =
      expected?.userId === principal.userId
        ? rateLimitState
        : await this.limiter.countUser(realmId, principal.userId, how);
    // Read after the wait, as of the log.
    if (realm.isDeactivated) throw realmIsDeactivated();
    requireWithinLimit(context.rateLimitState);
  }

  /** Wrong credentials count against the address; beyond its limit the answer no longer says that they are wrong. */
  private async verify(entry: string, authorization: string, context: RequestContext) {
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

const realmIsDeactivated = () => unauthorized('This organization has been deactivated');

/** Whether a poll counts is known when it is answered. */
const howToCount = ({ longPoll }: Endpoint) => (longPoll === true ? 'look' : 'count');
