import type { IncomingHttpHeaders } from 'node:http';
import { requireAccess } from '@chat/auth';
import {
  ApiError,
  type Endpoint,
  type Principal,
  type ResolvedRealm,
  secondFactorSetUpRequired,
} from '@chat/contracts';
import type { RedisTransportClient } from '@chat/redis-rpc';
import type { AuthenticationScheme, CredentialScheme, Route } from '../http/endpoints.js';
import type { CredentialCache } from './credential-cache.js';
import type { LogTail } from './log-tail.js';
import { type RateLimiter, requireWithinLimit } from './rate-limit.guard.js';
import type { RealmsByHost } from './realms-by-host.js';
import type { RequestContext } from './request-context.js';
import { sessionTokenIn } from './session-cookies.js';
import { realmIsDeactivated, StrangerAdmission } from './stranger-admission.js';
import { CredentialVerifier } from './verify-credentials.js';

/**
 * Resolves the realm and the caller of a request, counts the request against the rate limit and checks the role that the endpoint
 * requires. Throws the error of the first failed check. The request context receives the results, also on failure.
 *
 * Applies every event that was published before the request before it decides.
 */
export class AuthenticationGuard {
  private readonly strangers: StrangerAdmission;
  private readonly verifier: CredentialVerifier;

  constructor(
    private readonly realms: RealmsByHost,
    private readonly tail: LogTail,
    private readonly credentials: CredentialCache,
    private readonly limiter: RateLimiter,
    transport: Pick<RedisTransportClient, 'request'>,
  ) {
    this.strangers = new StrangerAdmission(tail, limiter);
    this.verifier = new CredentialVerifier(credentials, limiter, transport);
  }

  async admit(route: Route, headers: IncomingHttpHeaders, context: RequestContext): Promise<void> {
    const { endpoint } = route;
    const resolved = this.realms.realmOf(headers.host);
    const realm = resolved instanceof Promise ? await resolved : resolved;
    context.realmId = realm.realmId;
    context.isSecure = realm.isSecure === true;
    if (context.keyInQuery !== undefined) {
      context.credentials = context.keyInQuery;
      return this.admitUser(endpoint, 'key', realm, context);
    }
    const scheme = schemeFor(route, headers);
    const credentials = endpoint.access === 'anyone' ? undefined : credentialsIn(headers, scheme, context.isSecure);
    if (credentials === undefined) return this.strangers.admit(endpoint, realm, context);
    context.credentials = credentials;
    if (endpoint.isPage || (scheme !== route.scheme && endpoint.access !== 'user'))
      return this.admitVisitor(endpoint, realm, context);
    await this.admitUser(endpoint, scheme, realm, context);
  }

  /** Authenticates the caller again, as of the current end of the log, which becomes the context's `asOf`. */
  async readmit(context: RequestContext): Promise<Principal> {
    const { realmId, credentials, route } = context;
    const scheme = route?.scheme ?? 'basic';
    const entry = this.credentials.entryFor(realmId, scheme, credentials);
    context.asOf = await this.tail.reached(realmId);
    const principal = this.credentials.get(entry) ?? (await this.verifier.verifyUncounted(entry, scheme, context));
    if (route !== undefined) requireSecondFactor(route.endpoint, principal);
    return principal;
  }

  /** A page or a file also serves people with an ended session, and those that have to sign in again with a second factor. They are counted by their address already. */
  private async admitVisitor(endpoint: Endpoint, realm: ResolvedRealm, context: RequestContext): Promise<void> {
    try {
      await this.admitUser(endpoint, 'session', realm, context);
    } catch (error) {
      if (!(error instanceof ApiError) || !isEnded(error)) throw error;
      context.principal = null;
    }
  }

  private async admitUser(
    endpoint: Endpoint,
    scheme: CredentialScheme,
    realm: ResolvedRealm,
    context: RequestContext,
  ): Promise<void> {
    const { realmId } = realm;
    const entry = this.credentials.entryFor(realmId, scheme, context.credentials);
    const expected = this.credentials.get(entry);
    const [asOf, rateLimitState] = await Promise.all([
      this.tail.reached(realmId),
      expected && this.count(endpoint, scheme, expected, context),
    ]);
    context.asOf = asOf;
    // Read again, because an event may have invalidated the credentials during the wait. The same holds for the realm.
    const principal = this.credentials.get(entry) ?? (await this.verifier.verify(entry, scheme, context));
    context.principal = principal;
    context.rateLimitState =
      expected?.userId === principal.userId ? rateLimitState : await this.count(endpoint, scheme, principal, context);
    if (realm.isDeactivated) throw realmIsDeactivated();
    requireWithinLimit(context.rateLimitState);
    requireAccess(endpoint, principal);
    requireSecondFactor(endpoint, principal);
  }

  /** A poll counts only if it turns out not to wait. A reader in a browser sends more calls than a program may. */
  private count(
    { longPoll, isPicture, isPage, method }: Endpoint,
    scheme: CredentialScheme,
    { userId }: Principal,
    { realmId, address }: RequestContext,
  ) {
    if (isPicture) return this.limiter.countPicture(address);
    const how = longPoll ? 'look' : 'count';
    return scheme === 'session' && method === 'GET' && !isPage
      ? this.limiter.countRead(realmId, userId, how)
      : this.limiter.countUser(realmId, userId, how);
  }
}

function requireSecondFactor(endpoint: Endpoint, { needsSecondFactor }: Principal): void {
  if (needsSecondFactor && endpoint.withoutSecondFactor !== 'allowed') throw secondFactorSetUpRequired();
}

const isEnded = ({ status, code }: ApiError): boolean => status === 401 || code === 'SECOND_FACTOR_SETUP_REQUIRED';

/** Of an endpoint for both, a request without Basic credentials is that of a browser. */
export const schemeFor = ({ endpoint, scheme }: Route, { authorization }: IncomingHttpHeaders): AuthenticationScheme =>
  endpoint.takesSessions && authorization === undefined ? 'session' : scheme;

const credentialsIn = (headers: IncomingHttpHeaders, scheme: AuthenticationScheme, isSecure: boolean) =>
  scheme === 'session' ? sessionTokenIn(headers, isSecure) : headers.authorization;
