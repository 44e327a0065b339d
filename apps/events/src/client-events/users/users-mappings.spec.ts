import {
  ALL_CAPABILITIES,
  type DirectoryUser,
  type DomainEventType,
  EmailAddressVisibility,
  type LoggedEvent,
  Role,
  UserCreated,
  UserSettingsChanged,
  UserStatusChanged,
  UserUpdated,
} from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import type { ClientTraits, Reader } from '../../fan-out/client-event-mapping.js';
import { testReader } from '../../testing/test-reader.js';
import { CLIENT_EVENT_MAPPINGS } from '../registered-mappings.js';

const member = testReader({ userId: 5 });
const owner: Reader = { ...member, userId: 1, role: Role.Owner };
const client = (clientExtavatar: boolean, userSettingsObject = true): ClientTraits => ({
  applyMarkdown: true,
  clientExtavatar,
  slimPresence: true,
  includeSubscribers: false,
  capabilities: { ...ALL_CAPABILITIES, userSettingsObject },
});
const user: DirectoryUser = {
  userId: 9,
  email: 'ana@example.com',
  deliveryEmail: 'ana@example.com',
  emailAddressVisibility: EmailAddressVisibility.Everyone,
  fullName: 'Ana',
  role: Role.Member,
  isActive: true,
  isBillingAdmin: false,
  isBot: false,
  botType: null,
  botOwnerId: null,
  avatarSource: 'G',
  avatarVersion: 1,
  timezone: '',
  joinedAtSeconds: 1_700_000_000,
  settings: {
    translateEmoticons: false,
    enableDraftsSynchronization: true,
    sendReadReceipts: true,
    presenceEnabled: true,
    wildcardMentionsNotify: true,
  },
  alertWords: [],
};

function read<Payload>(
  type: DomainEventType<string, Payload>,
  payload: Payload,
  reader = member,
  traits = client(true),
) {
  const mapping = CLIENT_EVENT_MAPPINGS.find(({ source }) => source.type === type.type);
  const event = { type: type.type, payload, logId: '1700000000000-0' } as LoggedEvent<Payload>;
  return mapping?.forClient(payload, reader, traits, event);
}
const updated = (now: Partial<DirectoryUser>, previous: Partial<DirectoryUser>) => ({
  userId: 9,
  user: { ...user, ...now },
  previous,
  actorId: null,
});

describe('realm_user', () => {
  it('shows a new user with an avatar only to clients that do not compute it', () => {
    const [forOlder] = read(UserCreated, { userId: 9, user }, member, client(false)) ?? [];
    const [forNewer] = read(UserCreated, { userId: 9, user }) ?? [];

    expect(forNewer).toMatchObject({ op: 'add', person: { avatar_url: null, delivery_email: 'ana@example.com' } });
    expect(forOlder).toMatchObject({
      person: { avatar_url: expect.stringContaining('d=identicon'), profile_data: {} },
    });
  });

  it.each<[string, Partial<DirectoryUser>, Partial<DirectoryUser>, object]>([
    ['a name', { fullName: 'Ann' }, { fullName: 'Ana' }, { user_id: 9, full_name: 'Ann' }],
    ['a role', { role: Role.Guest }, { role: Role.Member }, { user_id: 9, role: 600 }],
    ['the billing role', { isBillingAdmin: true }, { isBillingAdmin: false }, { user_id: 9, is_billing_admin: true }],
    [
      'a time zone',
      { timezone: 'Europe/Rome' },
      { timezone: '' },
      { user_id: 9, email: 'ana@example.com', timezone: 'Europe/Rome' },
    ],
  ])('tells %s', (_, now, previous, person) => {
    expect(read(UserUpdated, updated(now, previous))).toEqual([{ type: 'realm_user', op: 'update', person }]);
  });

  it('shows who hides their presence as long gone, who shows it again as active, and others as they are', () => {
    const { settings } = user;
    const hidden = { ...settings, presenceEnabled: false };
    const seen = (status: string, timestamp: number) => ({
      type: 'presence',
      user_id: 9,
      server_timestamp: 1_700_000_000,
      presence: { website: { client: 'website', status, timestamp, pushable: false } },
    });

    expect(read(UserUpdated, updated({ settings: hidden }, { settings }))).toEqual([seen('idle', 1_699_999_600)]);
    expect(read(UserUpdated, updated({}, { settings: hidden }))).toEqual([seen('active', 1_700_000_000)]);
    expect(read(UserUpdated, updated({ isBot: true }, { settings: hidden }))).toEqual([]);
    expect(read(UserUpdated, updated({}, { settings: { ...settings, translateEmoticons: true } }))).toEqual([]);
  });

  it('tells the loss of an address to those who lose it, and the new API address to all', () => {
    const change = updated(
      { email: 'user9@chat.example', emailAddressVisibility: EmailAddressVisibility.Administrators },
      { email: 'ana@example.com', emailAddressVisibility: EmailAddressVisibility.Everyone },
    );
    const people = (reader: Reader) => (read(UserUpdated, change, reader) ?? []).map((event) => event['person']);

    expect(people(owner)).toEqual([{ user_id: 9, new_email: 'user9@chat.example' }]);
    expect(people(member)).toMatchObject([
      { user_id: 9, new_email: 'user9@chat.example' },
      { user_id: 9, delivery_email: null },
      { user_id: 9, avatar_source: 'G', avatar_url: expect.any(String) },
    ]);
  });

  it('says the address of a picture, to clients that could compute it, too', () => {
    const change = updated({ avatarVersion: 2 }, { avatarVersion: 1 });

    for (const traits of [client(true), client(false)]) {
      expect(read(UserUpdated, change, member, traits)).toMatchObject([
        { person: { avatar_source: 'G', avatar_url: expect.stringContaining('d=identicon'), avatar_version: 2 } },
      ]);
    }
  });

  it('takes a deactivated user away and brings a reactivated one back', () => {
    expect(read(UserUpdated, updated({ isActive: false }, { isActive: true }))).toEqual([
      { type: 'realm_user', op: 'remove', person: { user_id: 9, full_name: 'Ana' } },
    ]);
    expect(read(UserUpdated, updated({}, { isActive: false }))).toMatchObject([{ op: 'add', person: { user_id: 9 } }]);
  });

  it('says nothing of what is nobody else’s business', () => {
    expect(read(UserUpdated, updated({ alertWords: ['x'] }, { alertWords: [] }))).toEqual([]);
  });
});

describe('settings', () => {
  const changes = [
    { name: 'denseMode', value: false },
    { name: 'enableSounds', value: false },
    { name: 'sendReadReceipts', value: false },
    { name: 'defaultLanguage', value: 'de' },
  ] as const;

  it('come as user_settings, and in the older forms for older clients', () => {
    const newer = read(UserSettingsChanged, { userId: 5, changes }) ?? [];
    const older = read(UserSettingsChanged, { userId: 5, changes }, member, client(true, false)) ?? [];

    expect(newer.map((event) => [event['property'], event['value']])).toEqual([
      ['dense_mode', false],
      ['enable_sounds', false],
      ['send_read_receipts', false],
      ['default_language', 'de'],
    ]);
    expect(older.filter((event) => event.type !== 'user_settings')).toEqual([
      { type: 'update_display_settings', setting_name: 'dense_mode', setting: false },
      { type: 'update_global_notifications', notification_name: 'enable_sounds', setting: false },
      { type: 'update_display_settings', setting_name: 'default_language', setting: 'de', language_name: 'German' },
    ]);
  });
});

it('tells only the parts of a status that changed', () => {
  const status = { text: 'at lunch', isAway: false, emoji: null };

  expect(read(UserStatusChanged, { userId: 5, status, previous: null })).toEqual([
    { type: 'user_status', user_id: 5, status_text: 'at lunch' },
  ]);
});
