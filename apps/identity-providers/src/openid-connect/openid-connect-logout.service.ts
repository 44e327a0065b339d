import { createHash } from 'node:crypto';
import { badRequest, type EndSessionsByLogoutToken, providerName, serviceUnavailable } from '@chat/contracts';
import type { RequestContext } from '@chat/redis-rpc';
import { ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { ProviderLogoutService } from '../provider-logout/provider-logout.service.js';
import { type Logout, MAX_LOGOUT_TOKEN_AGE_SECONDS, verifiedLogout } from './logout-token.js';
import { ProviderConnections } from './provider-connections.js';
import { failedStep, problemOf } from './provider-failure.js';

/** Announcements of providers that they have ended sessions. */
@Injectable()
export class OpenIdConnectLogoutService {
  constructor(
    private readonly connections: ProviderConnections,
    private readonly logout: ProviderLogoutService,
    private readonly resources: ServiceResources,
  ) {}

  async endSessions({ providerId, logoutToken }: EndSessionsByLogoutToken, context: RequestContext) {
    const connection = this.connections.to(providerId);
    const { id, ...person } = await this.verified(providerId, logoutToken);
    const key = keyOf(providerId, id);
    const { redis } = this.resources;
    const isFirst = await redis.set(key, '', 'EX', 2 * MAX_LOGOUT_TOKEN_AGE_SECONDS, 'NX');
    if (isFirst === null) throw badRequest('The logout token was used before.');
    const provider = providerName({ protocol: 'oidc', id: providerId });
    try {
      await this.logout.endEverywhere({ provider, ...person }, connection.settings, context);
    } catch (error) {
      // The provider may repeat its announcement.
      await redis.del(key);
      throw error;
    }
    return {};
  }

  private async verified(providerId: string, token: string): Promise<Logout> {
    try {
      return await verifiedLogout(this.connections.to(providerId), token);
    } catch (error) {
      const context = { provider: providerId, problem: problemOf(error) };
      this.resources.logger.warn(context, 'Logout token of a provider is not valid; ended no session');
      if (failedStep(error).reason === 'unavailable') throw serviceUnavailable('identity-providers', 'not_started');
      throw badRequest('The logout token is not valid.');
    }
  }
}

/** Ids cannot be read in Redis. */
const keyOf = (providerId: string, id: string): string =>
  `identity-providers:oidc:logout:${createHash('sha256').update(`${providerId} ${id}`).digest('base64url')}`;
