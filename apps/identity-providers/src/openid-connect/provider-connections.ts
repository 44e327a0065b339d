import { badRequest } from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { Providers } from '../providers/providers.js';
import { ProviderConnection } from './provider-connection.js';

/** The connections to the configured OpenID Connect providers. */
@Injectable()
export class ProviderConnections {
  private readonly connections: ReadonlyMap<string, ProviderConnection>;

  constructor({ oidc }: Providers) {
    this.connections = new Map([...oidc].map(([id, settings]) => [id, new ProviderConnection(settings)]));
  }

  /** Throws a BAD_REQUEST if there is no such provider. */
  to(providerId: string): ProviderConnection {
    const connection = this.connections.get(providerId);
    if (connection === undefined) throw badRequest('There is no such provider.');
    return connection;
  }
}
