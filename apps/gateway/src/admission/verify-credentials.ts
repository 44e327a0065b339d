import { createHash } from 'node:crypto';
import { ApiError, invalidApiKey, type Principal, VerifyCredentials, VerifySession } from '@chat/contracts';
import type { RedisTransportClient } from '@chat/redis-rpc';
import type { CredentialScheme } from '../http/endpoints.js';
import { parseBasicCredentials, requireApiKey } from './basic-credentials.js';
import type { CredentialCache, Verified } from './credential-cache.js';
import { type RateLimiter, requireWithinLimit } from './rate-limit.guard.js';
import type { RequestContext } from './request-context.js';

/** Asks the users service for callers that the cache does not have, and adds them to it. */
export class CredentialVerifier {
  constructor(
    private readonly cache: CredentialCache,
    private readonly limiter: RateLimiter,
    private readonly transport: Pick<RedisTransportClient, 'request'>,
  ) {}

  /** Counts wrong credentials against the address. Beyond its limit the error no longer says that they are wrong. */
  async verify(entry: string, scheme: CredentialScheme, context: RequestContext): Promise<Principal> {
    try {
      return await this.verifyUncounted(entry, scheme, context);
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) {
        context.rateLimitState = await this.limiter.countAddress(context.address);
        requireWithinLimit(context.rateLimitState);
        if (error.status === 401 && context.route?.endpoint.webhook) throw invalidApiKey(error.message);
      }
      throw error;
    }
  }

  /** Throws the contract's error for wrong credentials. */
  async verifyUncounted(entry: string, scheme: CredentialScheme, context: RequestContext): Promise<Principal> {
    return this.cache.lookUp(entry, context.realmId, async () => this.callerWith(scheme, context));
  }

  private callerWith(
    scheme: CredentialScheme,
    { realmId, requestId, asOf, credentials, trace }: RequestContext,
  ): Promise<Verified> {
    const rpcContext = { realmId, requestId, asOf, traceparent: trace?.traceparent };
    if (scheme === 'session') {
      return this.transport.request(VerifySession, { realmId, tokenHash: hashOfToken(credentials) }, rpcContext);
    }
    const named = scheme === 'key' ? { apiKey: requireApiKey(credentials) } : parseBasicCredentials(credentials);
    const key = { ...named, acceptsDeviceKeys: true };
    return this.transport.request(VerifyCredentials, { realmId, ...key }, rpcContext);
  }
}

/** The form of a session's token outside the browser and the gateway. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
