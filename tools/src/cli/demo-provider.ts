import type { OpenIdProvider } from '@chat/openid-provider';
import { EMAIL_DOMAIN, PEOPLE, PERSON_KEYS, type Person, type PersonKey } from '../demo/organization.js';

/** Id of the provider in paths and in the names of methods: `oidc:demo`. */
const PROVIDER_ID = 'demo';
const CLIENT = { clientId: 'chat', secret: 'a secret for this machine only' };
/** An ordinary member, for the banner. */
const SUGGESTED: PersonKey = 'jonas';

/** An OpenID Connect provider on this machine that knows the people of the demo organization. */
export interface DemoProvider {
  readonly server: OpenIdProvider;
  /** Value of OIDC_PROVIDERS for the services. */
  readonly settings: string;
  /** Name of the person to sign in with. */
  readonly person: string;
}

/** `externalUrl`: of the system, to which the provider returns. */
export async function startDemoProvider(externalUrl: string): Promise<DemoProvider> {
  // Loaded only when needed, as nothing else of the launcher needs it.
  const { startOpenIdProvider } = await import('@chat/openid-provider');
  const base = externalUrl.replace(/\/$/, '');
  const client = {
    ...CLIENT,
    redirectUri: `${base}/complete/oidc/${PROVIDER_ID}/`,
    logoutUri: `${base}/logout/oidc/${PROVIDER_ID}/`,
  };
  const server = await startOpenIdProvider({ clients: [client], people: demoPeople() });
  const settings = {
    [PROVIDER_ID]: {
      display_name: 'the demo provider',
      oidc_url: server.issuer,
      client_id: client.clientId,
      secret: client.secret,
    },
  };
  return { server, settings: JSON.stringify(settings), person: PEOPLE[SUGGESTED].fullName };
}

const demoPeople = () =>
  PERSON_KEYS.map((key): [PersonKey, Person] => [key, PEOPLE[key]])
    .filter(([, { owner }]) => owner === undefined)
    .map(([subject, { fullName, address }]) => ({
      ...{ subject, name: fullName, email: `${address}@${EMAIL_DOMAIN}`, emailVerified: true },
    }));
