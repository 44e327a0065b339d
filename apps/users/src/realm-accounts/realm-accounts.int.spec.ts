import {
  ALL_CAPABILITIES,
  ChangeUserAsOperator,
  CreateUsersAsOperator,
  type CustomProfileField,
  changeSubgroups,
  changeUserGroupMembers,
  createUserGroup,
  deactivateUser,
  deleteUserGroup,
  GetRealmAccounts,
  GetUsersRegisterState,
  type LoggedEvent,
  listUserGroups,
  listUsers,
  muteUser,
  ProfileFieldsChanged,
  type ProfileFieldsChangedPayload,
  Role,
  reactivateUser,
  unmuteUser,
  updateOwnProfileData,
  updateOwnSettings,
  updateOwnStatus,
  updateUser,
  updateUserGroup,
} from '@chat/contracts';
import { DomainEventLog, type LogReader } from '@chat/event-log';
import { Database, openDataSource } from '@chat/persistence';
import type { RepeatedJobs } from '@chat/service-kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ChangedFieldsService } from '../profile-data/changed-fields.service.js';
import type { Realms } from '../realm/realms.js';
import { REALM_ID, TEST_REALM, type TestUser, UsersUnderTest } from '../testing/users-under-test.js';
import { USERS } from '../users.options.js';
import { loadRealmAccounts } from './realm-accounts.js';
import { RealmAccountsReader } from './realm-accounts-reader.js';

const FIELD: CustomProfileField = {
  id: 1,
  type: 1,
  order: 1,
  name: 'Phone',
  hint: '',
  fieldData: '',
  displayInProfileSummary: false,
};
const LOGGER = { info: () => {}, warn: () => {}, error: () => {} };

let users: UsersUnderTest;
let database: Database;
let owner: TestUser;
let ana: TestUser;
beforeAll(async () => {
  users = await UsersUnderTest.start({ replicas: 2 });
  users.profileFields = [FIELD, { ...FIELD, id: 2, name: 'Car', order: 2 }];
  users.realm = { ...TEST_REALM, userSettingsDefaults: { ...TEST_REALM.userSettingsDefaults, presenceEnabled: false } };
  const dataSource = await openDataSource({
    ...USERS.database,
    databaseUrl: users.database.url,
    applicationName: 'test',
  }).initialize();
  database = new Database('users', dataSource, new DomainEventLog(users.redis.redis), LOGGER);
  owner = await users.person(Role.Owner);
  ana = await users.person(Role.Member);
});
afterAll(async () => {
  await database.dataSource.destroy();
  await users.stop();
});

const reader = { waitUntilApplied: () => undefined, onDiscard: () => {} } as Partial<LogReader> as LogReader;
const realmsWith = (...fields: CustomProfileField[]) =>
  ({ profileFields: async () => fields }) as Partial<Realms> as Realms;
const loads = () => jest.spyOn(database, 'snapshot');
const afresh = () => database.snapshot(REALM_ID, (tx) => loadRealmAccounts(tx, REALM_ID));

describe('the cache of accounts', () => {
  let kept: RealmAccountsReader;
  let snapshots: ReturnType<typeof loads>;
  beforeEach(async () => {
    kept = new RealmAccountsReader(database, reader, {} as RepeatedJobs);
    await kept.latest(REALM_ID);
    snapshots = loads();
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('equals the database after every kind of change without another full read', async () => {
    const actor = owner;
    let userGroupId = 0;
    let otherId = 0;
    const changes: (() => Promise<unknown>)[] = [
      () => users.person(Role.Guest),
      () => users.person(Role.Member, { isBot: true, botOwnerId: ana.userId }),
      () =>
        users.ask(CreateUsersAsOperator, {
          realmId: REALM_ID,
          users: [1, 2, 3].map((n) => ({ email: `many${n}@example.com`, fullName: `Many ${n}` })),
        }),
      () => users.call(updateUser, actor, { userId: ana.userId, fullName: 'Ana Other', role: Role.Moderator }),
      () => users.call(updateUser, actor, { userId: ana.userId, profileData: [{ id: 2, value: 'blue' }] }),
      () => users.call(updateOwnProfileData, ana, { data: [{ id: 1, value: '**12**' }] }),
      () => users.call(updateOwnProfileData, ana, { data: [{ id: 2, value: '' }] }),
      () => users.call(updateOwnSettings, ana, { emailAddressVisibility: 4, presenceEnabled: true }),
      () => users.call(updateOwnStatus, ana, { statusText: 'out', emojiName: 'tada' }),
      () => users.call(updateOwnStatus, ana, { scheduledEndTime: 4_000_000_000 }),
      () => users.call(updateOwnStatus, ana, { statusText: '', away: true }),
      () => users.call(updateOwnStatus, ana, { emojiName: '' }),
      () => users.call(muteUser, actor, { mutedUserId: ana.userId }),
      () => users.call(unmuteUser, actor, { mutedUserId: ana.userId }),
      () => users.call(deactivateUser, actor, { userId: ana.userId }),
      () => users.call(reactivateUser, actor, { userId: ana.userId }),
      () => users.ask(ChangeUserAsOperator, { realmId: REALM_ID, email: ana.email, role: Role.Administrator }),
      async () => {
        const group = { description: 'd', members: [ana.userId, owner.userId] };
        await users.call(createUserGroup, actor, { ...group, name: 'one' });
        await users.call(createUserGroup, actor, { ...group, name: 'two' });
        const { groups } = (await users.ask(GetRealmAccounts, { realmId: REALM_ID })).state;
        [userGroupId, otherId] = groups.slice(-2).map(({ groupId }) => groupId) as [number, number];
      },
      () => users.call(updateUserGroup, actor, { userGroupId, name: 'uno' }),
      () => users.call(changeUserGroupMembers, actor, { userGroupId, add: [], delete: [owner.userId] }),
      () => users.call(changeSubgroups, actor, { userGroupId, add: [otherId], delete: [] }),
      () => users.call(deleteUserGroup, actor, { userGroupId: otherId }),
    ];
    for (const change of changes) {
      await change();
      expect(await kept.latest(REALM_ID)).toEqual({ sequence: expect.any(Number), ...(await stored()) });
    }
    expect(snapshots).toHaveBeenCalledTimes(changes.length);
  });

  it('loses the values of a deleted field', async () => {
    await users.call(updateOwnProfileData, ana, { data: [{ id: 1, value: '12' }] });
    expect((await kept.latest(REALM_ID)).state.profiles.get(ana.userId)).toMatchObject({ 1: { value: '12' } });
    const gone = {
      ...ProfileFieldsChanged.of({ fields: [], previous: [FIELD], actorId: owner.userId }),
      realmId: REALM_ID,
    } as LoggedEvent<ProfileFieldsChangedPayload>;

    await new ChangedFieldsService(database, realmsWith(), reader).onEvent(gone);

    expect(await kept.latest(REALM_ID)).toEqual(await afresh());
    expect((await kept.latest(REALM_ID)).state.profiles.get(ana.userId)?.[1]).toBeUndefined();
  });

  it('keeps a choice that is valid again when the event of its removal arrives late', async () => {
    const choices = (...keys: string[]) =>
      JSON.stringify(Object.fromEntries(keys.map((key, index) => [key, { text: key, order: `${index}` }])));
    const field: CustomProfileField = { ...FIELD, id: 2, type: 3, fieldData: choices('a', 'b') };
    const late = ProfileFieldsChanged.of({
      fields: [{ ...field, fieldData: choices('a') }],
      previous: [{ ...field, fieldData: choices('a', 'gone') }],
      actorId: owner.userId,
    });
    await database.query('INSERT INTO profile_value (user_id, field_id, realm_id, value) VALUES ($1, 2, $3, $2)', [
      ...[ana.userId, 'b', REALM_ID],
    ]);

    const fields = new ChangedFieldsService(database, realmsWith(field), reader);
    await fields.onEvent({ ...late, realmId: REALM_ID } as LoggedEvent<ProfileFieldsChangedPayload>);

    expect((await afresh()).state.profiles.get(ana.userId)).toMatchObject({ 2: { value: 'b' } });
  });

  it('shares unchanged accounts between moments', async () => {
    const before = (await kept.latest(REALM_ID)).state;

    await users.call(updateUser, owner, { userId: ana.userId, fullName: 'Ana Third' });

    const after = (await kept.latest(REALM_ID)).state;
    const isShared = after.users.map((user, index) => user === before.users[index]);
    expect(isShared.filter((same) => !same)).toHaveLength(1);
    expect(after.groups).toBe(before.groups);
  });

  it('reads the accounts once for simultaneous readers', async () => {
    const fresh = new RealmAccountsReader(database, reader, {} as RepeatedJobs);
    snapshots.mockClear();

    const states = await Promise.all(Array.from({ length: 10 }, () => fresh.latest(REALM_ID)));

    expect(new Set(states.map(({ state }) => state)).size).toBe(1);
    expect(snapshots).toHaveBeenCalledTimes(1);
  });

  it('reads all accounts again when the outbox has deleted newer events', async () => {
    await users.call(updateUser, owner, { userId: ana.userId, fullName: 'Ana Fourth' });
    await users.call(updateUser, owner, { userId: ana.userId, fullName: 'Ana Fifth' });
    await database.query('DELETE FROM outbox WHERE realm_id = $1', [REALM_ID]);

    expect(await kept.latest(REALM_ID)).toEqual(await afresh());
  });

  it('returns the accounts of the moment of the other read, even of an earlier moment', async () => {
    const earlier = await kept.latest(REALM_ID);
    await users.call(updateUser, owner, { userId: ana.userId, fullName: 'Ana Sixth' });
    await kept.latest(REALM_ID);

    const read = await kept.with(REALM_ID, async () => ({ sequence: earlier.sequence }));

    expect(read.accounts).toBe(earlier.state);
  });

  async function stored() {
    return { state: (await afresh()).state };
  }
});

it('every replica returns equal accounts right after each change', async () => {
  const register = () =>
    users.ask(GetUsersRegisterState, {
      actor: ana,
      fetchEventTypes: null,
      clientExtavatar: true,
      includeSubscribers: false,
      slimPresence: true,
      capabilities: ALL_CAPABILITIES,
    });
  for (let n = 0; n < 10; n++) {
    await users.call(updateUser, owner, { userId: ana.userId, fullName: `Ana ${n} of ten` });

    const read = await Promise.all([register(), register(), register(), register()]);
    const lists = await Promise.all(
      [1, 2, 3].map(() => users.call(listUsers, ana, { clientExtavatar: false, includeCustomProfileFields: true })),
    );

    expect(read.every(({ sequence }) => sequence === read[0]?.sequence)).toBe(true);
    for (const { state } of read) expect(nameOf(state['realm_users'])).toBe(`Ana ${n} of ten`);
    for (const { members } of lists) expect(nameOf(members)).toBe(`Ana ${n} of ten`);
  }
  expect((await users.call(listUserGroups, ana, {})).user_groups.length).toBeGreaterThan(7);
});

const nameOf = (list: unknown): unknown =>
  (list as { user_id: number; full_name: string }[]).find((user) => user.user_id === ana.userId)?.full_name;
