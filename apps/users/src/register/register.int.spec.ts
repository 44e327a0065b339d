import { Role } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

let users: UsersUnderTest;
let ana: TestUser;
beforeAll(async () => {
  users = await UsersUnderTest.start();
  ana = await users.person(Role.Member);
});
afterAll(() => users.stop());

describe('register', () => {
  it('returns only the requested fields', async () => {
    expect(Object.keys(await users.register(ana, ['alert_words', 'nonsense']))).toEqual(['alert_words']);
  });

  it('returns every field without a selection', async () => {
    const state = await users.register(ana, null, { userSettingsObject: false });
    expect(state).toMatchObject({
      user_id: ana.userId,
      is_admin: false,
      can_create_public_streams: true,
      cross_realm_bots: [{ is_system_bot: true }, { is_system_bot: true }],
      realm_user_groups: expect.any(Array),
      user_settings: expect.any(Object),
      realm_bots: expect.any(Array),
    });
  });
});
