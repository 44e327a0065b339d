import type { ProviderMethod, RealmRecord } from '@chat/contracts';

/** Authentication methods of realms by the protocols of providers. */
const METHODS: Readonly<Record<string, ProviderMethod>> = { oidc: 'OpenID Connect', saml: 'SAML' };

/** Whether people of the realm may sign in by the provider, `oidc:<id>` or `saml:<id>`. */
export function acceptsProvider(realm: Pick<RealmRecord, 'authenticationMethods'>, provider: string): boolean {
  const protocol = provider.slice(0, Math.max(0, provider.indexOf(':')));
  const method = Object.hasOwn(METHODS, protocol) ? METHODS[protocol] : undefined;
  return method !== undefined && realm.authenticationMethods[method] !== false;
}
