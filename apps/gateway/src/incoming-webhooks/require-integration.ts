import { RequireIntegration } from '@chat/contracts';
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
