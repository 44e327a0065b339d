import type { GetServerSettings } from '@chat/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { RealmStates } from '../realm-state/realm-states.js';
import { realmIconUrl } from '../register/realm-fields.js';
import { INSTALLATION, type Installation } from './installation.js';
import { VERSION_FACTS } from './server-facts.js';

@Injectable()
export class GetServerSettingsHandler {
  constructor(
    private readonly states: RealmStates,
    @Inject(INSTALLATION) private readonly installation: Installation,
  ) {}

  async handle({ realmId }: GetServerSettings): Promise<Record<string, unknown>> {
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
      ...VERSION_FACTS,
      push_notifications_enabled: false,
      is_incompatible: false,
      email_auth_enabled: realm.emailAuthEnabled,
      // A directory's users sign in by their names there.
      require_email_format_usernames: !ldap,
      realm_uri: realm.url,
      realm_name: realm.name,
      realm_icon: realmIconUrl(realm),
      realm_description: realm.description,
      realm_web_public_access_enabled: realm.webPublicStreamsEnabled,
    };
  }
}
