import { requireRole } from '@chat/auth';
import {
  ApiError,
  badRequest,
  type Principal,
  type ResolvedRealm,
  unauthorized,
  VerifyCredentials,
} from '@chat/contracts';
import { factsTailKey, type LogReader, partitionOf } from '@chat/event-log';
import type { RedisTransportClient } from '@chat/redis-rpc';
import type { EndpointDefinition } from '../http/endpoint.js';
import type { Exchange } from '../http/server/exchange.js';
import { type RateLimiter, refuseIfOver } from '../rate-limits/rate-limiter.js';
import { notLoggedIn, parseBasicCredentials } from './basic-credentials.js';
import type { CredentialCache } from './credential-cache.js';
import { DeferredAdmission } from './deferred-admission.js';
import type { LogTail } from './log-tail.js';
import type { RealmDirectory } from './realm-directory.js';

/** After facts were missed, for so long no admission is deferred: where one comes others do. */
const UNSETTLED_MS = 20;

/** The headers that say who calls, and where. */
interface CallerHeaders {
  readonly host?: string | undefined;
  readonly authorization?: string | undefined;
}

/**
 * Decides whether a request may be served: its realm, who calls, the rate limit, the role that the endpoint asks for. Throws
 * the refusal. What it learns goes into the exchange, also when it refuses.
 *
 * The state that it decides by is as new as the request: everything that anybody was told before is applied first.
 */
export class Admission {
  private settledAtMs = 0;

  constructor(
    private readonly realms: RealmDirectory,
    private readonly tail: LogTail,
    private readonly credentials: CredentialCache,
    private readonly limiter: RateLimiter,
    private readonly transport: Pick<RedisTransportClient, 'request'>,
    private readonly reader: Pick<LogReader, 'appliedPosition'>,
  ) {}

  /** Like {@link admit}, but may leave it to the call's first request (`exchange.deferred`), if the endpoint's calls can begin again. */
  admitOrDefer(definition: EndpointDefinition, headers: CallerHeaders, exchange: Exchange): Promise<void> | undefined {
    if (this.defer(definition, headers, exchange)) return undefined;
    return this.admit(definition, headers, exchange);
  }

  async admit(definition: EndpointDefinition, headers: CallerHeaders, exchange: Exchange): Promise<void> {
    const resolved = this.realms.realmOf(headers.host);
    const realm = resolved instanceof Promise ? await resolved : resolved;
    exchange.realmId = realm.realmId;
    const authorization = definition.access === 'anyone' ? undefined : headers.authorization;
    if (authorization === undefined) return this.admitStranger(definition, realm, exchange);
    await this.admitUser(definition, realm, authorization, exchange);
    refuseByRole(definition, exchange.principal);
  }

  /** Who calls as of now, which also becomes the exchange's `asOf`; for who was admitted with credentials. */
  async readmit(exchange: Exchange): Promise<Principal> {
    const { realmId, caller: authorization } = exchange;
    const entry = this.credentials.entryFor(realmId, authorization);
    exchange.asOf = await this.tail.reached(realmId);
    return this.credentials.get(entry) ?? this.verify(entry, authorization, exchange);
  }

  /** Whether, by what is known here, the caller would be admitted. */
  private defer(definition: EndpointDefinition, { host, authorization }: CallerHeaders, exchange: Exchange): boolean {
    if (authorization === undefined || !isDeferrable(definition) || performance.now() < this.settledAtMs) return false;
    const realm = this.realms.realmOf(host);
    if (realm instanceof Promise || realm.isDeactivated) return false;
    const { realmId } = realm;
    const principal = this.credentials.get(this.credentials.entryFor(realmId, authorization));
    if (principal === undefined || isForOthers(definition, principal)) return false;
    const asOf = this.reader.appliedPosition(realmId);
    const window = this.limiter.windowOfUser(realmId, principal.userId);
    exchange.realmId = realmId;
    exchange.principal = principal;
    exchange.asOf = asOf;
    exchange.deferred = new DeferredAdmission(factsTailKey(partitionOf(realmId)), asOf, window, () => {
      this.settledAtMs = performance.now() + UNSETTLED_MS;
    });
    return true;
  }

  private async admitStranger(definition: EndpointDefinition, realm: ResolvedRealm, exchange: Exchange): Promise<void> {
    [exchange.asOf, exchange.standing] = await Promise.all([
      this.tail.reached(exchange.realmId),
      definition.isPicture === true
        ? this.limiter.countPicture(exchange.address)
        : this.limiter.countAddress(exchange.address),
    ]);
    refuseIfOver(exchange.standing);
    if (definition.access === 'user') throw notLoggedIn();
    if (definition.access === 'user-or-spectator' && realm.isDeactivated) throw realmIsDeactivated();
  }

  private async admitUser(
    definition: EndpointDefinition,
    realm: ResolvedRealm,
    authorization: string,
    exchange: Exchange,
  ): Promise<void> {
    const { realmId } = realm;
    const how = howToCount(definition);
    const entry = this.credentials.entryFor(realmId, authorization);
    const expected = this.credentials.get(entry);
    const [asOf, standing] = await Promise.all([
      this.tail.reached(realmId),
      expected && this.limiter.countUser(realmId, expected.userId, how),
    ]);
    exchange.asOf = asOf;
    // Read again: what the log brought meanwhile may have ended the credentials.
    const principal = this.credentials.get(entry) ?? (await this.verify(entry, authorization, exchange));
    exchange.principal = principal;
    exchange.standing =
      expected?.userId === principal.userId ? standing : await this.limiter.countUser(realmId, principal.userId, how);
    // Read after the wait, as of the log.
    if (realm.isDeactivated) throw realmIsDeactivated();
    refuseIfOver(exchange.standing);
  }

  /** Wrong credentials count against the address; beyond its limit the answer no longer says that they are wrong. */
  private async verify(entry: string, authorization: string, exchange: Exchange) {
    const { realmId, requestId, asOf, address } = exchange;
    const context = { realmId, requestId, asOf, traceparent: exchange.trace?.traceparent };
    try {
      const credentials = parseBasicCredentials(authorization);
      return await this.credentials.lookUp(entry, realmId, () =>
        this.transport.request(VerifyCredentials, { realmId, ...credentials }, context),
      );
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) {
        exchange.standing = await this.limiter.countAddress(address);
        refuseIfOver(exchange.standing);
      }
      throw error;
    }
  }
}

const realmIsDeactivated = () => unauthorized('This organization has been deactivated');

/** Whether a poll counts is known when it is answered. */
const howToCount = ({ longPoll }: EndpointDefinition) => (longPoll === true ? 'look' : 'count');

/** Whether the endpoint's calls do nothing by themselves but to ask services. */
const isDeferrable = ({ access, longPoll, place, upload }: EndpointDefinition): boolean =>
  access !== 'anyone' && longPoll !== true && place === undefined && upload === undefined;

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
