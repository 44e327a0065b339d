import {
  type AccountSync,
  type CustomProfileField,
  createUserGroup,
  getUser,
  listUserGroups,
  ProfileFieldType,
  Role,
  UserUpdated,
} from '@chat/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { personAtProvider, signInWithIdentity } from '../testing/person-at-provider.js';
import { REALM_ID, TEST_REALM, type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

const field = (id: number, name: string, type: ProfileFieldType, fieldData = ''): CustomProfileField => {
  return { id, type, order: id, name, hint: '', fieldData, displayInProfileSummary: false };
};
const SKIPPED = 'Sign-in copies an unusable value; it is skipped';
const CHOICES = JSON.stringify({ eng: { text: 'Engineering', order: '1' }, ops: { text: 'Operations', order: '2' } });

let users: UsersUnderTest;
let owner: TestUser;
let ana: TestUser;
let person: ReturnType<typeof personAtProvider>;
beforeAll(async () => {
  users = await UsersUnderTest.start({ replicas: 2 });
  users.realm = { ...TEST_REALM, inviteRequired: false };
  users.profileFields = [
    field(1, 'Phone', ProfileFieldType.ShortText),
    field(2, 'Team', ProfileFieldType.Choice, CHOICES),
    field(3, 'Birthday', ProfileFieldType.Date),
    field(4, 'Manager', ProfileFieldType.Person),
  ];
  owner = await users.person(Role.Owner);
  for (const name of ['engineering', 'Operations', 'chess club']) {
    await users.call(createUserGroup, owner, { name, description: '', members: [owner.userId] });
  }
});
afterAll(() => users.stop());
beforeEach(async () => {
  ana = await users.person(Role.Member);
  person = personAtProvider({ email: ana.email });
});

const signIn = (sync: AccountSync, claims: Record<string, unknown>, who = person) =>
  signInWithIdentity(users, { ...who, sync, claims });
const accountOf = async ({ userId }: TestUser) =>
  (await users.call(getUser, owner, { userId, clientExtavatar: true, includeCustomProfileFields: true })).user;
const groupsOf = async ({ userId }: TestUser) => {
  const { user_groups: groups } = await users.call(listUserGroups, owner, {});
  return groups
    .filter(({ is_system_group, members }) => !is_system_group && members.includes(userId))
    .map(({ name }) => name);
};

describe('profile fields', () => {
  const profileFields = { phone: 'phone_number', Team: 'department', Birthday: 'birthdate', Manager: 'manager' };
  const profile = async () => {
    const { profile_data: data = {} } = await accountOf(ana);
    return Object.fromEntries(Object.entries(data).map(([id, { value }]) => [id, value]));
  };

  it('get the texts, numbers and choices of claims, and follow later ones', async () => {
    await signIn({ profileFields }, { phone_number: 4711, department: 'Engineering', birthdate: ['1990-02-28'] });
    expect(await profile()).toEqual({ 1: '4711', 2: 'eng', 3: '1990-02-28' });

    await signIn({ profileFields }, { phone_number: '', department: 'ops' });
    expect(await profile()).toEqual({ 2: 'ops', 3: '1990-02-28' });
  });

  it('skip values that do not fit', async () => {
    const unusable = { phone_number: 'x'.repeat(51), department: 'sales', birthdate: '1990-02-31', manager: [1] };
    await signIn({ profileFields: { ...profileFields, Unknown: 'phone_number' } }, unusable);
    for (const phone_number of [{ a: 1 }, true, [], [['x']], Number.NaN, 'a\u0000b']) {
      expect(await signIn({ profileFields }, { phone_number })).toMatchObject({ result: 'session' });
    }

    expect(await profile()).toEqual({});
  });

  it('that do not fit are named in the log, without their values', async () => {
    const logs = users.replicas.map(({ resources }) => jest.spyOn(resources.logger, 'warn'));

    await signIn({ profileFields, groups: { from: 'teams', map: {} } }, { department: 'a secret', teams: 7 });
    await signIn({ role: { from: 'roles', map: {} } }, { roles: { 'a secret': 1 } });

    const lines = logs.flatMap(({ mock }) => mock.calls);
    for (const log of logs) log.mockRestore();
    const skipped = (what: object) => [{ ...what, realmId: REALM_ID, source: 'oidc:keycloak' }, SKIPPED];
    expect(lines).toContainEqual(skipped({ field: 'Team', claim: 'department' }));
    expect(lines).toContainEqual(skipped({ claim: 'teams' }));
    expect(lines).toContainEqual(skipped({ claim: 'roles' }));
    expect(JSON.stringify(lines)).not.toContain('a secret');
  });
});

describe('the role', () => {
  const role = { from: 'groups', map: { 'chat-owners': Role.Owner, 'chat-admins': Role.Administrator } };
  const roleOf = async (user = ana) => (await accountOf(user)).role;

  it('follows the claim up and down, with the event of a change', async () => {
    const events = await users.eventsOf(() => signIn({ role }, { groups: ['chat-admins', 'others'] }));
    expect(events.filter(({ type }) => type === UserUpdated.type)).toHaveLength(1);
    expect(await roleOf()).toBe(Role.Administrator);

    await signIn({ role }, {});
    expect(await roleOf()).toBe(Role.Administrator);
    await signIn({ role }, { groups: ['others'] });
    expect(await roleOf()).toBe(Role.Member);
  });

  it('of the only owner stays, also in simultaneous sign-ins of the last two', async () => {
    const second = await users.person(Role.Owner);
    const both = [owner, second].map(({ email }) => personAtProvider({ email }));

    await Promise.all(both.map((who) => signIn({ role }, { groups: [] }, who)));
    await Promise.all(both.map((who) => signIn({ role }, { groups: [] }, who)));

    const roles = [await roleOf(owner), await roleOf(second)].sort();
    expect(roles).toEqual([Role.Owner, Role.Member]);
    await users.sql('UPDATE account SET role = 100 WHERE user_id = $1', [owner.userId]);
  });

  it('of a new account comes from the claim, too', async () => {
    const fresh = personAtProvider();
    await signIn({ role }, { groups: 'chat-admins' }, fresh);

    const rows = await users.sql('SELECT role FROM account WHERE delivery_email = $1', [fresh.email]);
    expect(rows).toEqual([{ role: Role.Administrator }]);
  });
});

describe('groups', () => {
  const map = { eng: 'engineering', dev: 'Engineering', ops: 'operations', gone: 'no such group', all: 'role:members' };
  const sync = { groups: { from: 'groups', map } };

  it('of the map are joined and left, others are untouched', async () => {
    await users.call(createUserGroup, owner, { name: 'readers', description: '', members: [ana.userId] });
    await signIn(sync, { groups: ['eng', 'gone', 'all', 'unmapped'] });
    expect(await groupsOf(ana)).toEqual(['engineering', 'readers']);

    await signIn(sync, { groups: 'ops' });
    expect(await groupsOf(ana)).toEqual(['Operations', 'readers']);
    await signIn(sync, {});
    expect(await groupsOf(ana)).toEqual(['readers']);
  });

  it('stay if the claim is unusable', async () => {
    await signIn(sync, { groups: ['eng'] });
    for (const groups of [7, true, { eng: true }]) await signIn(sync, { groups });

    expect(await groupsOf(ana)).toEqual(['engineering']);
  });

  it('are exactly those of the map that the claim names, also with other values in it', async () => {
    const value = fc.oneof(fc.constantFrom(...Object.keys(map), 'chess'), fc.string(), fc.integer(), fc.constant(null));
    const claims = fc.oneof(fc.array(value, { maxLength: 8 }), fc.constantFrom('eng', 'ops', 'other', undefined));
    const untouched = ['chess'];
    await users.call(createUserGroup, owner, { name: 'chess', description: '', members: [ana.userId] });
    await fc.assert(
      fc.asyncProperty(fc.array(claims, { minLength: 1, maxLength: 4 }), async (history) => {
        for (const groups of history) await signIn(sync, { groups });

        const named = [history.at(-1)].flat();
        const isIn = (...names: string[]) => names.some((name) => named.includes(name));
        const expected = [
          ...(isIn('eng', 'dev') ? ['engineering'] : []),
          ...(isIn('ops') ? ['Operations'] : []),
          ...untouched,
        ];
        expect((await groupsOf(ana)).sort()).toEqual(expected.sort());
      }),
      { numRuns: 15 },
    );
  }, 60_000);
});
