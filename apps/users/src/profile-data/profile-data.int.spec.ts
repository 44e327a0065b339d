import {
  type CustomProfileField,
  DropUnfitProfileValues,
  deactivateUser,
  type ProfileDatum,
  Role,
  removeOwnProfileData,
  updateOwnProfileData,
  updateUser,
} from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REALM_ID, type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

let users: UsersUnderTest;
let ana: TestUser;
beforeAll(async () => {
  users = await UsersUnderTest.start();
  users.profileFields = [
    { id: 1, type: 1, order: 1, name: 'Mood', hint: '', fieldData: '', displayInProfileSummary: false },
    {
      id: 2,
      type: 3,
      order: 2,
      name: 'Editor',
      hint: '',
      fieldData: '{"vi":{"text":"vi","order":"1"}}',
      displayInProfileSummary: false,
    },
    { id: 3, type: 6, order: 3, name: 'Mentor', hint: '', fieldData: '', displayInProfileSummary: false },
  ];
  ana = await users.person(Role.Member);
});
afterAll(() => users.stop());

describe('profile data', () => {
  const set = (data: readonly ProfileDatum[]) => users.call(updateOwnProfileData, ana, { data });
  const own = async () => {
    const people = (await users.register(ana, ['realm_user']))['realm_users'] as {
      user_id: number;
      profile_data: object;
    }[];
    return people.find((user) => user.user_id === ana.userId)?.profile_data;
  };

  it('is checked, rendered, published and removed', async () => {
    const events = await users.eventsOf(() =>
      set([
        { id: 1, value: '*fine*' },
        { id: 2, value: 'vi' },
        { id: 3, value: [ana.userId] },
      ]),
    );
    expect(events.map((event) => event.type)).toEqual(Array(3).fill('users.profile_value_changed'));
    expect(await own()).toEqual({
      1: { value: '*fine*', rendered_value: '<p><em>fine</em></p>' },
      2: { value: 'vi' },
      3: { value: `[${ana.userId}]` },
    });

    await users.call(removeOwnProfileData, ana, { data: [1, 3] });
    expect(await own()).toEqual({ 2: { value: 'vi' } });
  });

  it('loses invalid values on request of the realm-settings service', async () => {
    await set([{ id: 2, value: 'vi' }]);
    const [mood, editor] = users.profileFields as [CustomProfileField, CustomProfileField];
    const gone = { ...mood, id: 9 };
    await users.sql('INSERT INTO profile_value (user_id, field_id, realm_id, value) VALUES ($1, 9, $2, $3)', [
      ...[ana.userId, REALM_ID, 'old'],
    ]);
    await users.sql(`UPDATE profile_value SET value = 'ed' WHERE user_id = $1 AND field_id = 2`, [ana.userId]);
    const drop = (previous: CustomProfileField[]) =>
      users.ask(DropUnfitProfileValues, { realmId: REALM_ID, previous: [mood, ...previous] });

    const events = await users.eventsOf(() =>
      drop([gone, { ...editor, fieldData: '{"ed":{"text":"ed","order":"1"}}' }]),
    );

    expect(events.map(({ type, payload }) => [type, payload['fieldId']])).toEqual([
      ['users.profile_values_dropped', 9],
      ['users.profile_value_changed', 2],
    ]);
    expect(await own()).toEqual({});
    expect(await users.eventsOf(() => drop([gone]))).toEqual([]);
  });

  it('does not exist for bots', async () => {
    const bot = await users.person(Role.Member, { isBot: true, botOwnerId: ana.userId });
    const admin = await users.person(Role.Administrator);
    const data = [{ id: 1, value: 'cold' }];
    const write = () => users.call(updateUser, admin, { userId: bot.userId, profileData: data });

    expect(await users.eventsOf(write)).toEqual([]);
    await expect(users.call(updateOwnProfileData, bot, { data })).rejects.toThrow('bot');
  });

  it('is stored completely or not at all', async () => {
    await set([{ id: 2, value: 'vi' }]);
    await expect(
      set([
        { id: 1, value: 'good' },
        { id: 9, value: 'x' },
      ]),
    ).rejects.toThrow('Field id 9 not found.');
    await expect(
      set([
        { id: 1, value: 'good' },
        { id: 2, value: 'ed' },
      ]),
    ).rejects.toThrow("'ed' is not a valid choice");
    await expect(
      set([
        { id: 1, value: 'good' },
        { id: 3, value: [999_999] },
      ]),
    ).rejects.toThrow('Invalid user ID: 999999');
    const [bot, gone] = [
      await users.person(Role.Member, { isBot: true, botOwnerId: ana.userId }),
      await users.person(Role.Member),
    ];
    await users.call(deactivateUser, await users.person(Role.Administrator), { userId: gone.userId });
    await expect(set([{ id: 3, value: [bot.userId] }])).rejects.toThrow(`User with ID ${bot.userId} is a bot`);
    await expect(set([{ id: 3, value: [gone.userId] }])).rejects.toThrow(`User with ID ${gone.userId} is deactivated`);
    expect(await own()).toEqual({ 2: { value: 'vi' } });
  });
});
