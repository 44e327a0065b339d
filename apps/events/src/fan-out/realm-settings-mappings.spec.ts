import {
  ALL_CAPABILITIES,
  allClientEventMappings,
  type ClientTraits,
  type DomainEventType,
  INITIAL_REALM_SETTINGS,
  INITIAL_USER_SETTINGS,
  LinkifiersChanged,
  type LoggedEvent,
  PlaygroundsChanged,
  ProfileFieldsChanged,
  RealmEmojiChanged,
  type RealmRecord,
  RealmUpdated,
} from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { testReader } from '../testing/test-reader.js';

const reader = testReader({ userId: 5, role: 600 });
const client = (linkifierUrlTemplate: boolean): ClientTraits => ({
  applyMarkdown: true,
  clientExtavatar: true,
  slimPresence: true,
  includeSubscribers: false,
  capabilities: { ...ALL_CAPABILITIES, linkifierUrlTemplate },
});

/** The client events, for the whole realm. */
function mapped<Payload>(type: DomainEventType<string, Payload>, payload: Payload, knowsTemplates = true) {
  const mapping = allClientEventMappings().find(({ source }) => source.type === type.type);
  if (!mapping) throw new Error(`No mapping for ${type.type}.`);
  const event = { service: 'realm-settings', realmId: 1, sequence: 1, logId: '1-1', type: type.type, payload };
  expect(mapping.audience(payload)).toEqual({ kind: 'realm' });
  return mapping.forClient(payload, reader, client(knowsTemplates), event as LoggedEvent, () => '');
}

const realm = {
  ...INITIAL_REALM_SETTINGS,
  realmId: 3,
  authenticationMethods: { Email: true, LDAP: true },
  server: { directoryEnabled: false },
  notificationsStreamId: null,
  signupNotificationsStreamId: 8,
  isDeactivated: false,
  presenceDisabled: true,
  defaultExternalAccounts: {},
  domains: [],
  userSettingsDefaults: INITIAL_USER_SETTINGS,
} as unknown as RealmRecord;

const changed = (after: Partial<RealmRecord>, previous: Partial<RealmRecord>) =>
  mapped(RealmUpdated, { realm: { ...realm, ...after }, previous, actorId: 1 });

describe('a changed realm on the wire', () => {
  it('is one update for each setting', () => {
    expect(
      changed({ name: 'New', defaultCodeBlockLanguage: '' }, { name: 'Old', defaultCodeBlockLanguage: 'c' }),
    ).toEqual([
      { type: 'realm', op: 'update', property: 'name', value: 'New' },
      { type: 'realm', op: 'update', property: 'default_code_block_language', value: null },
    ]);
  });

  it('tells a limit that is gone as null', () => {
    expect(changed({ messageContentDeleteLimitSeconds: null }, { messageContentDeleteLimitSeconds: 600 })).toEqual([
      { type: 'realm', op: 'update', property: 'message_content_delete_limit_seconds', value: null },
    ]);
  });

  it('is a dictionary for editing, authentication and presence', () => {
    const previous = {
      messageContentEditLimitSeconds: null,
      authenticationMethods: { Email: false, LDAP: true },
      presenceDisabled: false,
    };
    expect(changed({}, previous)).toEqual([
      {
        type: 'realm',
        op: 'update_dict',
        property: 'default',
        data: {
          message_content_edit_limit_seconds: 600,
          authentication_methods: { Email: true },
          presence_disabled: true,
        },
      },
    ]);
  });

  it('names methods of providers if the server has one', () => {
    const identityProviders = [{ protocol: 'oidc', id: 'corp', limitToSubdomains: null }];
    const server = { directoryEnabled: true, identityProviders } as unknown as RealmRecord['server'];
    const authenticationMethods = { Email: true, LDAP: true, 'OpenID Connect': false, SAML: true };
    expect(changed({ server, authenticationMethods }, { authenticationMethods: realm.authenticationMethods })).toEqual([
      {
        type: 'realm',
        op: 'update_dict',
        property: 'default',
        data: { authentication_methods: { Email: true, LDAP: true, 'OpenID Connect': false } },
      },
    ]);
  });

  it('says -1 for notices that are off', () => {
    expect(changed({}, { notificationsStreamId: 7, signupNotificationsStreamId: null })).toEqual([
      { type: 'realm', op: 'update', property: 'notifications_stream_id', value: -1 },
      { type: 'realm', op: 'update', property: 'signup_notifications_stream_id', value: 8 },
    ]);
  });

  it('is one event for each domain that came, changed or went', () => {
    const domain = (name: string, allowSubdomains: boolean) => ({ domain: name, allowSubdomains });
    const after = { domains: [domain('a.org', true), domain('b.org', true), domain('same.org', false)] };
    expect(
      changed(after, { domains: [domain('b.org', false), domain('c.org', false), domain('same.org', false)] }),
    ).toEqual([
      { type: 'realm_domains', op: 'add', realm_domain: { domain: 'a.org', allow_subdomains: true } },
      { type: 'realm_domains', op: 'change', realm_domain: { domain: 'b.org', allow_subdomains: true } },
      { type: 'realm_domains', op: 'remove', domain: 'c.org' },
    ]);
  });

  it('is one event for each default of new users', () => {
    const previous = { userSettingsDefaults: { ...INITIAL_USER_SETTINGS, denseMode: false, emojiset: 'text' } };
    expect(changed({}, previous)).toEqual([
      { type: 'realm_user_settings_defaults', op: 'update', property: 'dense_mode', value: true },
      { type: 'realm_user_settings_defaults', op: 'update', property: 'emojiset', value: 'vendorA' },
    ]);
  });

  it('tells a deactivation, not a reactivation', () => {
    expect(changed({ isDeactivated: true }, { isDeactivated: false })).toEqual([
      { type: 'realm', op: 'deactivated', realm_id: 3 },
    ]);
    expect(changed({}, { isDeactivated: true })).toEqual([]);
  });
});

describe('lists of a realm on the wire', () => {
  it('are published as a whole', () => {
    const field = {
      id: 1,
      type: 1 as const,
      order: 2,
      name: 'Phone',
      hint: '',
      fieldData: '',
      displayInProfileSummary: true,
    };
    expect(mapped(ProfileFieldsChanged, { fields: [field], previous: [], actorId: 1 })).toEqual([
      {
        type: 'custom_profile_fields',
        fields: [
          { id: 1, type: 1, order: 2, name: 'Phone', hint: '', field_data: '', display_in_profile_summary: true },
        ],
      },
    ]);
    const emoji = { id: 4, name: 'tick', sourceUrl: '/e/4.png', stillUrl: null, isDeactivated: false, authorId: 5 };
    expect(mapped(RealmEmojiChanged, { emoji: [emoji] })).toEqual([
      {
        type: 'realm_emoji',
        op: 'update',
        realm_emoji: {
          '4': { id: '4', name: 'tick', source_url: '/e/4.png', still_url: null, deactivated: false, author_id: 5 },
        },
      },
    ]);
    const playground = { id: 6, name: 'Play', highlighterLanguage: 'Rust', urlPrefix: 'https://p.org' };
    expect(mapped(PlaygroundsChanged, { playgrounds: [playground] })).toEqual([
      {
        type: 'realm_playgrounds',
        realm_playgrounds: [{ id: 6, name: 'Play', highlighter_language: 'Rust', url_prefix: 'https://p.org' }],
      },
    ]);
  });

  it('hold linkifiers for clients that know templates; others get an empty list of the older kind', () => {
    const linkifiers = [{ id: 2, pattern: '#(?P<id>\\d+)', urlTemplate: 'https://x.org/{id}' }];
    expect(mapped(LinkifiersChanged, { linkifiers })).toEqual([
      {
        type: 'realm_linkifiers',
        realm_linkifiers: [{ id: 2, pattern: '#(?P<id>\\d+)', url_template: 'https://x.org/{id}' }],
      },
    ]);
    expect(mapped(LinkifiersChanged, { linkifiers }, false)).toEqual([{ type: 'realm_filters', realm_filters: [] }]);
  });
});
