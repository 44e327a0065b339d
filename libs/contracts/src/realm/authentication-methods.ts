import {
  PROVIDER_PROTOCOLS,
  type ProviderProtocol,
  providersOf,
} from '../identity-providers/identity-providers.schema.js';
import { RenamedOnWire } from '../kit/described-class.js';
import { Bool } from '../kit/fields.js';
import type { RealmRecord } from './realm.schema.js';

/** Authentication methods of this server, by their names on the wire. */
export const AUTHENTICATION_METHODS = ['Email', 'LDAP', 'OpenID Connect', 'SAML'] as const;
export type AuthenticationMethod = (typeof AUTHENTICATION_METHODS)[number];
const METHOD_OF_PROTOCOL = { oidc: 'OpenID Connect', saml: 'SAML' } as const;
type ProviderMethod = (typeof METHOD_OF_PROTOCOL)[ProviderProtocol];

/** The choice of a realm. Records of 0.1.0 hold none about providers, which means that the realm accepts them. */
export type ChosenMethods = Readonly<
  Record<Exclude<AuthenticationMethod, ProviderMethod>, boolean> & Partial<Record<ProviderMethod, boolean>>
>;

/** Whether users of the realm may sign in by each method. A method that the operator has not configured is absent. */
export class AuthenticationMethods extends RenamedOnWire({
  Email: 'Email',
  LDAP: 'LDAP',
  'OpenID Connect': 'OpenID Connect',
  SAML: 'SAML',
}) {
  @Bool() readonly Email!: boolean;
  @Bool({ optional: true }) readonly LDAP?: boolean;
  @Bool({ optional: true }) readonly 'OpenID Connect'?: boolean;
  @Bool({ optional: true }) readonly SAML?: boolean;
}

type Realm = Pick<RealmRecord, 'str' | 'server'> & { readonly authenticationMethods: ChosenMethods };

/** The choice of the realm among the methods that the operator has configured for it. */
export function configuredMethods(realm: Realm): AuthenticationMethods {
  const { Email, LDAP, ...chosen } = realm.authenticationMethods;
  const protocols = new Set(providersOf(realm).map(({ protocol }) => protocol));
  const byProvider = (protocol: ProviderProtocol) =>
    protocols.has(protocol) ? chosen[METHOD_OF_PROTOCOL[protocol]] !== false : undefined;
  return {
    Email,
    LDAP: realm.server.directoryEnabled ? LDAP : undefined,
    'OpenID Connect': byProvider('oidc'),
    SAML: byProvider('saml'),
  } as AuthenticationMethods;
}

/** The providers by which people of the realm may sign in now, in display order. */
export function acceptedProviders(realm: Realm) {
  const methods = configuredMethods(realm);
  return providersOf(realm).filter(({ protocol }) => methods[METHOD_OF_PROTOCOL[protocol]] === true);
}

/**
 * Whether the realm accepts sign-ins by the protocol of the provider, `oidc:<id>` or `saml:<id>`. For services that do not know the
 * settings of providers.
 */
export function acceptsProtocolOf({ authenticationMethods }: Pick<Realm, 'authenticationMethods'>, provider: string) {
  const protocol = PROVIDER_PROTOCOLS.find((known) => provider.startsWith(`${known}:`));
  return protocol !== undefined && authenticationMethods[METHOD_OF_PROTOCOL[protocol]] !== false;
}
