import { createHash } from 'node:crypto';
import { VerifyCredentials, VerifySession } from '@chat/contracts';
import type { RedisTransportClient } from '@chat/redis-rpc';
import type { CredentialScheme } from '../http/endpoints.js';
import { parseBasicCredentials, requireApiKey } from './basic-credentials.js';
import type { Verified } from './credential-cache.js';
import type { RequestContext } from './request-context.js';

/** Asks the users service for the caller with the credentials of the request. Throws the contract's error for wrong ones. */
export function verifyCredentials(
  transport: Pick<RedisTransportClient, 'request'>,
  scheme: CredentialScheme,
  { realmId, requestId, asOf, credentials, trace }: RequestContext,
): Promise<Verified> {
  const rpcContext = { realmId, requestId, asOf, traceparent: trace?.traceparent };
  if (scheme === 'session') {
    return transport.request(VerifySession, { realmId, tokenHash: hashOfToken(credentials) }, rpcContext);
  }
  const named = scheme === 'key' ? { apiKey: requireApiKey(credentials) } : parseBasicCredentials(credentials);
  const key = { ...named, acceptsDeviceKeys: true };
  return transport.request(VerifyCredentials, { realmId, ...key }, rpcContext);
}

/** The form of a session's token outside the browser and the gateway. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
