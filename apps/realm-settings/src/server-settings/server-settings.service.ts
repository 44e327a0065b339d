import { Injectable } from '@nestjs/common';
import { Installation } from '../installation/installation.js';
import { SERVER_VERSION } from '../installation/server-version.js';
import { realmIconUrl } from '../realm/realm-icon-url.js';
import { RealmStateService } from '../realm-state/realm-state.service.js';

@Injectable()
export class ServerSettingsService {
  constructor(
    private readonly states: RealmStateService,
    private readonly installation: Installation,
  ) {}

  async get(realmId: number): Promise<Record<string, unknown>> {
    const { realm } = await this.states.get(realmId);
    const { directoryEnabled } = this.installation.server;
    const ldap = realm.authenticationMethods.LDAP && directoryEnabled;
    return {
      authentication_methods: {
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
      external_authentication_methods: [],
      ...SERVER_VERSION,
      push_notifications_enabled: false,
      is_incompatible: false,
      email_auth_enabled: realm.emailAuthEnabled,
      // Users of an LDAP server sign in with their names on that server.
      require_email_format_usernames: !ldap,
      realm_uri: realm.url,
      realm_name: realm.name,
      realm_icon: realmIconUrl(realm),
      realm_description: realm.description,
      realm_web_public_access_enabled: realm.webPublicStreamsEnabled,
    };
  }
}
