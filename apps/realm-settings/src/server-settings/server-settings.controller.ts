import {
  acceptedProviders,
  configuredMethods,
  type ExternalAuthenticationMethod,
  getServerSettings,
  type IdentityProvider,
  type PublicServerSettings,
  providerName,
} from '@chat/contracts';
import { Handles, RealmId } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { SERVER_VERSION } from '../realm/installation.js';
import { RealmStateService } from '../realm-state/realm-state.service.js';

/** Every way of this realm on the pages of this server, with second factors and passkeys, for apps that open a browser. Stands last. */
const WEB: ExternalAuthenticationMethod = {
  name: 'web',
  displayName: 'Browser',
  displayIcon: null,
  loginUrl: '/accounts/login/',
  signupUrl: '/register/',
};

@Controller()
export class ServerSettingsController {
  constructor(private readonly states: RealmStateService) {}

  /** The host selects the realm. */
  @Handles(getServerSettings)
  async get(@RealmId() realmId: number): Promise<PublicServerSettings> {
    const { realm } = await this.states.get(realmId);
    const { LDAP: ldap = false, SAML: saml = false, 'OpenID Connect': oidc = false } = configuredMethods(realm);
    return {
      authenticationMethods: {
        password: realm.passwordAuthEnabled,
        email: realm.emailAuthEnabled,
        ldap,
        dev: false,
        remoteuser: false,
        vendorA: false,
        vendorC: false,
        vendorD: false,
        vendorE: false,
        vendorF: false,
        saml,
        'openid connect': oidc,
      },
      externalAuthenticationMethods: [...acceptedProviders(realm).map(externalMethod), WEB],
      ...SERVER_VERSION,
      pushNotificationsEnabled: false,
      isIncompatible: false,
      emailAuthEnabled: realm.emailAuthEnabled,
      // Users of an LDAP server sign in with their names on that server.
      requireEmailFormatUsernames: !ldap,
      realmUri: realm.url,
      realmName: realm.name,
      realmIcon: realm.iconUrl,
      realmDescription: realm.description,
      realmWebPublicAccessEnabled: realm.webPublicStreamsEnabled,
    };
  }
}

function externalMethod(provider: IdentityProvider): ExternalAuthenticationMethod {
  const { protocol, id, displayName, displayIcon } = provider;
  const path = `social/${protocol}/${id}`;
  return {
    name: providerName(provider),
    displayName,
    displayIcon,
    loginUrl: `/accounts/login/${path}`,
    signupUrl: `/accounts/register/${path}`,
  };
}
