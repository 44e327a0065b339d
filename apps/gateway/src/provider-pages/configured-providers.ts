import { GetRealm, type IdentityProvider, notFound, type ProviderProtocol } from '@chat/contracts';
import type { Call } from '../http/index.js';

/** The providers of the operator. They change with a restart only, so a sign-in does not read a known one again. */
export class ConfiguredProviders {
  private providers: readonly IdentityProvider[] = [];

  /**
   * Throws a 404 if the operator has no such provider, or without an id none of the protocol: then its service may not run. The provider of
   * any realm counts, because it knows one address.
   */
  async require(call: Call, protocol: ProviderProtocol, id?: string): Promise<void> {
    const isMeant = (provider: IdentityProvider) =>
      provider.protocol === protocol && (id === undefined || provider.id === id);
    if (this.providers.some(isMeant)) return;
    const { state: realm } = await call.request(GetRealm, { realmId: call.realmId });
    this.providers = realm.server.identityProviders ?? [];
    if (!this.providers.some(isMeant)) throw notFound();
  }
}
