import { describe, expect, it } from '@jest/globals';
import type { IdentityProvider, ProviderProtocol } from '../identity-providers/identity-providers.schema.js';
import {
  acceptedProviders,
  acceptsProtocolOf,
  type ChosenMethods,
  configuredMethods,
} from './authentication-methods.js';
import type { ServerSettings } from './realm.schema.js';

const provider = (protocol: ProviderProtocol, id: string, limitToSubdomains: string[] | null = null) =>
  ({ protocol, id, displayName: id, displayIcon: null, limitToSubdomains }) as IdentityProvider;
const realm = (authenticationMethods: ChosenMethods, identityProviders: IdentityProvider[] = [], ldap = false) => {
  const server = { directoryEnabled: ldap, identityProviders } as unknown as ServerSettings;
  return { str: 'sales', authenticationMethods, server };
};

describe('the methods of a realm', () => {
  it('are on without a choice about providers, and absent without a provider', () => {
    const chosen = { Email: true, LDAP: true };

    expect(configuredMethods(realm(chosen))).toEqual({ Email: true });
    const everything = configuredMethods(realm(chosen, [provider('saml', 'corp'), provider('oidc', 'kc')], true));
    expect(everything).toEqual({ Email: true, LDAP: true, 'OpenID Connect': true, SAML: true });
  });

  it('are absent if other realms have all of their providers', () => {
    const methods = realm({ Email: true, LDAP: false }, [
      provider('oidc', 'kc', ['other']),
      provider('saml', 'corp', ['sales']),
    ]);

    expect(configuredMethods(methods)).toEqual({ Email: true, SAML: true });
    expect(acceptedProviders(methods).map(({ id }) => id)).toEqual(['corp']);
  });

  it('switch providers off', () => {
    const methods = realm({ Email: true, LDAP: false, SAML: false }, [
      provider('saml', 'corp'),
      provider('oidc', 'kc'),
    ]);

    expect(acceptedProviders(methods).map(({ id }) => id)).toEqual(['kc']);
    expect(['saml:corp', 'oidc:kc', 'ldap:x', 'oidc', ''].filter((name) => acceptsProtocolOf(methods, name))).toEqual([
      'oidc:kc',
    ]);
  });
});
