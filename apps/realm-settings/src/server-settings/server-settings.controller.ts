import { getServerSettings, type PublicServerSettings } from '@chat/contracts';
import { Handles, RealmId } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { Installation, SERVER_VERSION } from '../realm/installation.js';
import { realmIconUrl } from '../realm/realm-record.js';
import { RealmStateService } from '../realm-state/realm-state.service.js';

@Controller()
export class ServerSettingsController {
  constructor(
    private readonly states: RealmStateService,
    private readonly installation: Installation,
  ) {}

  /** The host selects the realm. */
  @Handles(getServerSettings)
  async get(@RealmId() realmId: number): Promise<PublicServerSettings> {
    const { realm } = await this.states.get(realmId);
    const { directoryEnabled } = this.installation.server;
    const ldap = realm.authenticationMethods.LDAP && directoryEnabled;
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
        saml: false,
        'openid connect': false,
      },
      externalAuthenticationMethods: [],
      ...SERVER_VERSION,
      pushNotificationsEnabled: false,
      isIncompatible: false,
      emailAuthEnabled: realm.emailAuthEnabled,
      // Users of an LDAP server sign in with their names on that server.
      requireEmailFormatUsernames: !ldap,
      realmUri: realm.url,
      realmName: realm.name,
      realmIcon: realmIconUrl(realm),
      realmDescription: realm.description,
      realmWebPublicAccessEnabled: realm.webPublicStreamsEnabled,
    };
  }
}
