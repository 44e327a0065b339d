export const PROVIDER_PROTOCOLS = ['oidc', 'saml'] as const;
export type ProviderProtocol = (typeof PROVIDER_PROTOCOLS)[number];

/** A provider of the operator that people may sign in with, without its secrets. Part of the realm's record. */
export interface IdentityProvider {
  readonly protocol: ProviderProtocol;
  /** Unique among the providers of the protocol. */
  readonly id: string;
  readonly displayName: string;
  /** An address of a picture, or null. */
  readonly displayIcon: string | null;
  /** Subdomains of the realms that may use it, `''` for the realm at the root of the host. Null: all realms. */
  readonly limitToSubdomains: readonly string[] | null;
}

/** The name of a provider in identities, methods of sessions and `external_authentication_methods`: `oidc:keycloak`. */
export const providerName = ({ protocol, id }: Pick<IdentityProvider, 'protocol' | 'id'>): string =>
  `${protocol}:${id}`;

/** The providers that a realm may use, in display order. */
export const providersOf = ({ str, server }: RealmWithProviders): readonly IdentityProvider[] =>
  (server.identityProviders ?? []).filter(
    ({ limitToSubdomains }) => limitToSubdomains === null || limitToSubdomains.includes(str),
  );

/** The part of a realm's record that matters. */
interface RealmWithProviders {
  readonly str: string;
  readonly server: { readonly identityProviders?: readonly IdentityProvider[] };
}
