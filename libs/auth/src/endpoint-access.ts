import { badRequest, type Endpoint, type Principal, unauthorized } from '@chat/contracts';
import { requireRole } from './roles.js';

/** The rules of an endpoint for its callers. */
export type EndpointAccess = Pick<Endpoint, 'minimumRole' | 'roleError' | 'bots' | 'incomingWebhooks'>;

/** Throws the error for a caller that the endpoint refuses by role or kind. Rules that need data belong to the service. */
export function requireAccess(endpoint: EndpointAccess, { role, isBot, isIncomingWebhook }: Principal): void {
  const { minimumRole, roleError, bots, incomingWebhooks } = endpoint;
  if (isIncomingWebhook === true && incomingWebhooks !== 'allowed') {
    throw unauthorized('This API is not available to incoming webhook bots.');
  }
  if (minimumRole !== undefined) {
    if (roleError && role > minimumRole) throw roleError();
    requireRole({ role }, minimumRole);
  }
  if (bots === 'refused' && isBot) throw badRequest('This endpoint does not accept bot requests.');
}
