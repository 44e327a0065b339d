import { ApiError, RequireIntegration } from '@chat/contracts';
import type { RedisTransportClient } from '@chat/redis-rpc';
import type { FastifyRequest } from 'fastify';
import { contextOf } from '../admission/request-context.js';

/** Throws a 404 if the path of a webhook names no integration. */
export async function requireIntegration(
  request: FastifyRequest,
  transport: Pick<RedisTransportClient, 'requestText'>,
): Promise<void> {
  const { realmId, requestId } = contextOf(request);
  const { integration: name } = request.params as { readonly integration: string };
  await transport.requestText(RequireIntegration, { name }, { realmId, requestId });
}

/**
 * The error for a webhook without valid credentials: a 404 if its path names no integration, otherwise the refusal. Only refusals within
 * the rate limit lead to a look, because it is a request to a service. If the look fails, the refusal is the error.
 */
export async function webhookRefusal(
  refusal: unknown,
  request: FastifyRequest,
  transport: Pick<RedisTransportClient, 'requestText'>,
): Promise<unknown> {
  if (!isOneOf(refusal, 400, 401)) return refusal;
  try {
    await requireIntegration(request, transport);
    return refusal;
  } catch (error) {
    return isOneOf(error, 404) ? error : refusal;
  }
}

const isOneOf = (error: unknown, ...statuses: readonly number[]): boolean =>
  error instanceof ApiError && statuses.includes(error.status);
