import {
  ALL_CAPABILITIES,
  createLinkifier,
  GetEmojiData,
  GetRealmRegisterState,
  getServerSettings,
  updateRealm,
} from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RealmSettingsForTests } from '../testing/start-realm-settings.js';

let service: RealmSettingsForTests;

beforeAll(async () => {
  service = await RealmSettingsForTests.start();
});
afterAll(() => service.stop());

const register = (fetchEventTypes: string[] | null, more: object = {}) =>
  service.ask(GetRealmRegisterState, {
    actor: service.actor(),
    fetchEventTypes,
    clientExtavatar: true,
    includeSubscribers: false,
    slimPresence: false,
    capabilities: ALL_CAPABILITIES,
    ...more,
  });

describe('the register state', () => {
  it('contains the requested fields, and always the version', async () => {
    const version = { service_version: '7.0', service_feature_level: 185, service_merge_base: '' };

    expect((await register([])).state).toEqual(version);
    expect((await register(['realm_domains', 'message'])).state).toEqual({ ...version, realm_domains: [] });
    expect(Object.keys((await register(null)).state).length).toBeGreaterThan(100);
  });

  it('lists the integrations for bots', async () => {
    const { state } = await register(['realm_incoming_webhook_bots', 'realm_embedded_bots']);

    expect(state).toMatchObject({
      realm_incoming_webhook_bots: [{ name: 'github', config: { webhook_secret: 'Secret' } }],
      realm_embedded_bots: [],
    });
  });

  it('names the formats of previews', async () => {
    const { state } = await register(['realm']);

    const size = { max_width: 840, max_height: 560, format: 'webp' };
    expect(state['server_thumbnail_formats']).toEqual([
      { name: '840x560-anim.webp', ...size, animated: true },
      { name: '840x560.webp', ...size, animated: false },
    ]);
  });

  it('is stamped with the change that it is the first to show', async () => {
    await service.call(updateRealm, service.actor(), { name: 'Acme Corp' });

    const { sequence, state } = await register(['realm']);

    expect([state['realm_name'], sequence]).toEqual(['Acme Corp', (await service.events()).at(-1)?.sequence]);
  });

  it('holds linkifiers only for clients that know templates', async () => {
    const linkifier = { pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://x.org/{id}' };
    await service.call(createLinkifier, service.actor(), linkifier);

    expect((await register(['realm_linkifiers'])).state['realm_linkifiers']).toMatchObject([
      { pattern: linkifier.pattern, url_template: linkifier.urlTemplate },
    ]);
    const older = await register(['realm_linkifiers', 'realm_filters'], { capabilities: {} });
    expect(older.state).toMatchObject({ realm_linkifiers: [], realm_filters: [] });
  });

  it('is the realm of the host for a spectator, without profile fields', async () => {
    const { state } = await register(['realm', 'custom_profile_fields'], { actor: null });

    expect(state).toMatchObject({ realm_uri: 'http://127.0.0.1:9991', custom_profile_fields: [] });
  });
});

describe('server settings', () => {
  it('say how to sign in', async () => {
    expect(await service.call(getServerSettings, null, {})).toMatchObject({
      authentication_methods: { password: true, email: true, ldap: false },
      email_auth_enabled: true,
      require_email_format_usernames: true,
      realm_name: 'Acme Corp',
      realm_web_public_access_enabled: false,
    });
  });

  it('name every emoji', async () => {
    const { code_to_names: names } = (await service.askOutside(GetEmojiData, {})) as {
      code_to_names: Record<string, string[]>;
    };
    expect(names['1f389']).toContain('tada');
  });
});
