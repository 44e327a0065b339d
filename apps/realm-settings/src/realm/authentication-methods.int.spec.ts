import {
  ALL_CAPABILITIES,
  GetRealmRegisterState,
  getServerSettings,
  RealmUpdated,
  Role,
  updateRealm,
} from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RealmSettingsForTests } from '../testing/start-realm-settings.js';

const OIDC = { oidc_url: 'https://id.example.com', client_id: 'chat', secret: 'the secret' };
const PROVIDERS = {
  keycloak: { ...OIDC, display_name: 'Keycloak', display_icon: '/static/keycloak.svg' },
  elsewhere: { ...OIDC, limit_to_subdomains: ['other'] },
};

let service: RealmSettingsForTests;
beforeAll(async () => {
  process.env['OIDC_PROVIDERS'] = JSON.stringify(PROVIDERS);
  service = await RealmSettingsForTests.start(2);
});
afterAll(async () => {
  await service.stop();
  delete process.env['OIDC_PROVIDERS'];
});

const serverSettings = () => service.call(getServerSettings, null, {});
const choose = (authenticationMethods: Record<string, boolean>, role: Role = Role.Owner) =>
  service.callError(updateRealm, service.actor(role), { authenticationMethods });
const registered = async () => {
  const { state } = await service.ask(GetRealmRegisterState, {
    actor: service.actor(),
    fetchEventTypes: ['realm'],
    clientExtavatar: true,
    includeSubscribers: false,
    slimPresence: false,
    capabilities: ALL_CAPABILITIES,
  });
  return state['realm_authentication_methods'];
};

describe('authentication methods', () => {
  it('are known as far as they are configured for the realm', async () => {
    expect(await registered()).toEqual({ Email: true, 'OpenID Connect': true });
    const { authentication_methods: methods, external_authentication_methods: external } = await serverSettings();
    expect(methods).toMatchObject({ email: true, ldap: false, saml: false, 'openid connect': true });
    expect(external[0]).toEqual({
      name: 'oidc:keycloak',
      display_name: 'Keycloak',
      display_icon: '/static/keycloak.svg',
      login_url: '/accounts/login/social/oidc/keycloak',
      signup_url: '/accounts/register/social/oidc/keycloak',
    });
    expect(external.slice(1)).toEqual([
      {
        ...{ name: 'web', display_name: 'Browser', display_icon: null },
        ...{ login_url: '/accounts/login/', signup_url: '/register/' },
      },
    ]);
    expect(JSON.stringify(external)).not.toContain('elsewhere');
  });

  it('are changed by owners only, with an event for clients', async () => {
    expect(await choose({ 'OpenID Connect': false }, Role.Administrator)).toBe('Must be an organization owner');
    await service.call(updateRealm, service.actor(Role.Owner), { authenticationMethods: { 'OpenID Connect': false } });

    expect(await registered()).toEqual({ Email: true, 'OpenID Connect': false });
    const { authentication_methods: methods, external_authentication_methods: external } = await serverSettings();
    expect(methods).toMatchObject({ email: true, 'openid connect': false });
    expect(external.filter(({ name }) => name.startsWith('oidc:'))).toEqual([]);
    const last = (await service.events()).filter(RealmUpdated.matches).at(-1);
    expect(last?.payload.previous).toEqual({ authenticationMethods: service.realm.authenticationMethods });
  });

  it('never end: a method without a provider does not count', async () => {
    const none = 'At least one authentication method must be enabled.';
    expect(await choose({ Email: false })).toBe(none);
    expect(await choose({ Email: false, SAML: true, LDAP: true })).toBe(none);
    expect(await choose({ Email: false, 'OpenID Connect': false })).toBe(none);
    await service.call(updateRealm, service.actor(Role.Owner), {
      authenticationMethods: { Email: false, 'OpenID Connect': true },
    });

    expect(await registered()).toEqual({ Email: false, 'OpenID Connect': true });
    expect(await choose({ 'OpenID Connect': false })).toBe(none);
  });
});
