import { requireRole } from '@chat/auth';
import {
  ApiError,
  badRequest,
  type Principal,
  type ResolvedRealm,
  unauthorized,
  VerifyCredentials,
} from '@chat/contracts';
import type { RedisTransportClient } from '@chat/redis-rpc';
import type { EndpointDefinition } from '../http/endpoint.js';
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

  async admit(definition: EndpointDefinition, headers: CallerHeaders, context: RequestContext): Promise<void> {
    const resolved = this.realms.realmOf(headers.host);
    const realm = resolved instanceof Promise ? await resolved : resolved;
    context.realmId = realm.realmId;
    const authorization = definition.access === 'anyone' ? undefined : headers.authorization;
    if (authorization === undefined) return this.admitStranger(definition, realm, context);
    await this.admitUser(definition, realm, authorization, context);
    refuseByRole(definition, context.principal);
  }

  /** Who calls as of now, which also becomes the context's `asOf`; for who was admitted with credentials. */
  async readmit(context: RequestContext): Promise<Principal> {
    const { realmId, caller: authorization } = context;
    const entry = this.credentials.entryFor(realmId, authorization);
    context.asOf = await this.tail.reached(realmId);
    return this.credentials.get(entry) ?? this.verify(entry, authorization, context);
  }

  private async admitStranger(
    definition: EndpointDefinition,
    realm: ResolvedRealm,
    context: RequestContext,
  ): Promise<void> {
    [context.asOf, context.rateLimitState] = await Promise.all([
      this.tail.reached(context.realmId),
      definition.isPicture === true
        ? this.limiter.countPicture(context.address)
        : this.limiter.countAddress(context.address),
    ]);
    requireWithinLimit(context.rateLimitState);
    if (definition.access === 'user') throw notLoggedIn();
    if (definition.access === 'user-or-spectator' && realm.isDeactivated) throw realmIsDeactivated();
  }

  private async admitUser(
    definition: EndpointDefinition,
    realm: ResolvedRealm,
    authorization: string,
    context: RequestContext,
  ): Promise<void> {
    const { realmId } = realm;
    const how = howToCount(definition);
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
const howToCount = ({ longPoll }: EndpointDefinition) => (longPoll === true ? 'look' : 'count');

/** Whether callers of this role, people or bots, are refused. */
const isForOthers = (definition: EndpointDefinition, principal: Principal): boolean => {
  const { minimumRole, bots } = definition;
  const { role, isBot } = principal;
  const isBelow = minimumRole !== undefined && role > minimumRole;
  return isBelow || (bots === 'refused' && isBot) || isWebhookElsewhere(definition, principal);
};

const isWebhookElsewhere = ({ incomingWebhooks }: EndpointDefinition, { isIncomingWebhook }: Principal): boolean =>
  isIncomingWebhook === true && incomingWebhooks !== 'allowed';

function refuseByRole(definition: EndpointDefinition, principal: Principal | null): void {
  if (principal === null || !isForOthers(definition, principal)) return;
  if (isWebhookElsewhere(definition, principal)) {
    throw unauthorized('This API is not available to incoming webhook bots.');
  }
  const { minimumRole, roleRefusal } = definition;
  if (minimumRole !== undefined && principal.role > minimumRole && roleRefusal) throw roleRefusal();
  if (minimumRole !== undefined) requireRole(principal, minimumRole);
  throw badRequest('This endpoint does not accept bot requests.');
}
