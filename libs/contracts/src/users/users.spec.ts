import { describe, expect, it } from '@jest/globals';
import type { Reader } from '../audience.js';
import type { ClientTraits } from '../domain-event.js';
import { fieldsOf } from '../kit/described-class.js';
import { Role } from '../roles.js';
import { EmailAddressVisibility } from '../settings/settings.schema.js';
import { clientEventsOf, TEST_CLIENT, TEST_READER } from '../testing/client-events-of.js';
import type { Account } from './account.js';
import { UserUpdate } from './users.endpoints.js';
import { UserCreated, UserUpdated } from './users.events.js';

const owner: Reader = { ...TEST_READER, userId: 1, role: Role.Owner };
const client = (clientExtavatar: boolean): ClientTraits => ({ ...TEST_CLIENT, clientExtavatar });
const user: Account = {
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

const updated = (now: Partial<Account>, previous: Partial<Account>) => ({
  userId: 9,
  user: { ...user, ...now },
  previous,
  actorId: null,
});

describe('realm_user', () => {
  it('shows a new user with an avatar only to clients that do not compute it', () => {
    const [forOlder] = clientEventsOf(UserCreated, { userId: 9, user }, TEST_READER, client(false)) ?? [];
    const [forNewer] = clientEventsOf(UserCreated, { userId: 9, user }) ?? [];

    expect(forNewer).toMatchObject({ op: 'add', person: { avatar_url: null, delivery_email: 'ana@example.com' } });
    expect(forOlder).toMatchObject({
      person: { avatar_url: expect.stringContaining('d=identicon'), profile_data: {} },
    });
  });

  it.each<[string, Partial<Account>, Partial<Account>, object]>([
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
    expect(clientEventsOf(UserUpdated, updated(now, previous))).toEqual([{ type: 'realm_user', op: 'update', person }]);
  });

  it('sends presence only for users that hide or show it: as long gone, or as active', () => {
    const { settings } = user;
    const hidden = { ...settings, presenceEnabled: false };
    const seen = (status: string, timestamp: number) => ({
      type: 'presence',
      user_id: 9,
      server_timestamp: 1_700_000_000,
      presence: { website: { client: 'website', status, timestamp, pushable: false } },
    });

    expect(clientEventsOf(UserUpdated, updated({ settings: hidden }, { settings }))).toEqual([
      seen('idle', 1_699_999_600),
    ]);
    expect(clientEventsOf(UserUpdated, updated({}, { settings: hidden }))).toEqual([seen('active', 1_700_000_000)]);
    expect(clientEventsOf(UserUpdated, updated({ isBot: true }, { settings: hidden }))).toEqual([]);
    expect(clientEventsOf(UserUpdated, updated({}, { settings: { ...settings, translateEmoticons: true } }))).toEqual(
      [],
    );
  });

  it('sends the hidden address to readers that lose it, and the new API address to all', () => {
    const change = updated(
      { email: 'user9@chat.example', emailAddressVisibility: EmailAddressVisibility.Administrators },
      { email: 'ana@example.com', emailAddressVisibility: EmailAddressVisibility.Everyone },
    );
    const people = (reader: Reader) =>
      (clientEventsOf(UserUpdated, change, reader) ?? []).map((event) => event['person']);

    expect(people(owner)).toEqual([{ user_id: 9, new_email: 'user9@chat.example' }]);
    expect(people(TEST_READER)).toMatchObject([
      { user_id: 9, new_email: 'user9@chat.example' },
      { user_id: 9, delivery_email: null },
      { user_id: 9, avatar_source: 'G', avatar_url: expect.any(String) },
    ]);
  });

  it('says the address of a picture, to clients that could compute it, too', () => {
    const change = updated({ avatarVersion: 2 }, { avatarVersion: 1 });

    for (const traits of [client(true), client(false)]) {
      expect(clientEventsOf(UserUpdated, change, TEST_READER, traits)).toMatchObject([
        { person: { avatar_source: 'G', avatar_url: expect.stringContaining('d=identicon'), avatar_version: 2 } },
      ]);
    }
  });

  it('takes a deactivated user away and brings a reactivated one back', () => {
    expect(clientEventsOf(UserUpdated, updated({ isActive: false }, { isActive: true }))).toEqual([
      { type: 'realm_user', op: 'remove', person: { user_id: 9, full_name: 'Ana' } },
    ]);
    expect(clientEventsOf(UserUpdated, updated({}, { isActive: false }))).toMatchObject([
      { op: 'add', person: { user_id: 9 } },
    ]);
  });

  it('sends no event for private changes', () => {
    expect(clientEventsOf(UserUpdated, updated({ alertWords: ['x'] }, { alertWords: [] }))).toEqual([]);
  });
});

it('names a profile value of another type as clients do', () => {
  const profileData = fieldsOf(UserUpdate).find(({ property }) => property === 'profileData');

  expect(() => profileData?.type.read('[{"id":1,"value":{}}]', 'profile_data')).toThrow(
    'profile_data[0]["value"] is not an allowed_type',
  );
});
