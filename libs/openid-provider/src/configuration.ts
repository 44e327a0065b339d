import type { JWK } from 'jose';
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Person } from './person.js';

/** A client of the provider: this system. */
export interface Client {
  readonly clientId: string;
  readonly secret: string;
  readonly redirectUri: string;
  /** Gets the announcements of ended sessions. */
  readonly logoutUri?: string;
  readonly tokenEndpointAuthMethod?: 'client_secret_basic' | 'client_secret_post' | 'none';
}

export interface ProviderOptions {
  readonly clients: readonly Client[];
  readonly people: readonly Person[];
}

/** Configuration of the library `oidc-provider` for a provider of tests and of the demo. Times to live are in seconds. */
export function configurationOf({ clients, people }: ProviderOptions, keys: JWK[], cookieKey: string): Configuration {
  return {
    clients: clients.map((client) => ({
      client_id: client.clientId,
      ...(client.tokenEndpointAuthMethod !== 'none' && { client_secret: client.secret }),
      redirect_uris: [client.redirectUri],
      token_endpoint_auth_method: client.tokenEndpointAuthMethod ?? 'client_secret_basic',
      ...(client.logoutUri !== undefined && {
        backchannel_logout_uri: client.logoutUri,
        backchannel_logout_session_required: true,
      }),
    })),
    // The library refuses loopback addresses by this dispatcher, and here the clients are on the same machine.
    fetch: (url, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown } = {}) => fetch(url, options),
    jwks: { keys: keys as NonNullable<Configuration['jwks']>['keys'] },
    cookies: { keys: [cookieKey] },
    ttl: {
      Interaction: 3_600,
      Grant: 86_400,
      Session: 86_400,
      AccessToken: 3_600,
      AuthorizationCode: 600,
      IdToken: 3_600,
    },
    scopes: ['openid', 'email', 'profile'],
    claims: {
      openid: ['sub', 'sid'],
      email: ['email', 'email_verified'],
      profile: ['name', ...new Set(people.flatMap(({ claims = {} }) => Object.keys(claims)))],
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, subject) => {
      const person = people.find((person) => person.subject === subject);
      if (person === undefined) return undefined;
      const { email, emailVerified, name, claims } = person;
      return {
        accountId: subject,
        claims: () => Promise.resolve({ sub: subject, email, email_verified: emailVerified, name, ...claims }),
      };
    },
    loadExistingGrant: grantEverything,
  };
}

/** The claims are for the client without a question. */
async function grantEverything({ oidc }: KoaContextWithOIDC) {
  const { client, session, params, provider } = oidc;
  const grant = new (provider as Provider).Grant({
    clientId: client?.clientId as string,
    accountId: session?.accountId as string,
  });
  grant.addOIDCScope(String(params?.['scope'] ?? 'openid'));
  await grant.save();
  return grant;
}
