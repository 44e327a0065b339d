import { deactivateUser, muteUser, Role, unmuteUser } from '@chat/contracts';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

let users: UsersUnderTest;
let ana: TestUser;
beforeAll(async () => {
  users = await UsersUnderTest.start();
  ana = await users.person(Role.Member);
});
afterAll(() => users.stop());

it('users mute and unmute other users; themselves, unknown users and repetitions are refused', async () => {
  const ben = await users.person(Role.Member);
  const mute = (userId: number) => users.call(muteUser, ana, { mutedUserId: userId });

  await mute(ben.userId);
  expect((await users.register(ana, ['muted_users']))['muted_users']).toMatchObject([{ id: ben.userId }]);
  await expect(mute(ben.userId)).rejects.toThrow('User already muted');
  await expect(mute(ana.userId)).rejects.toThrow('Cannot mute self');
  await expect(mute(999_999)).rejects.toThrow('No such user');

  await users.call(unmuteUser, ana, { mutedUserId: ben.userId });
  await expect(users.call(unmuteUser, ana, { mutedUserId: ben.userId })).rejects.toThrow('User is not muted');
});

it('marks messages of a muted user as read before the response, or by the event after a failure', async () => {
  const [cem, dan] = [await users.person(Role.Member), await users.person(Role.Member)];
  users.mutedRead.splice(0);

  await users.call(muteUser, ana, { mutedUserId: cem.userId });
  users.isMessagingBroken = true;
  await users.call(muteUser, ana, { mutedUserId: dan.userId }).finally(() => {
    users.isMessagingBroken = false;
  });
  await users.call(unmuteUser, ana, { mutedUserId: cem.userId });

  const [muted] = (await users.register(ana, ['muted_users']))['muted_users'] as [{ id: number; timestamp: number }];
  expect(muted.id).toBe(dan.userId);
  const ofAna = { realmId: ana.realmId, userId: ana.userId };
  expect(users.mutedRead).toEqual([
    { ...ofAna, mutedUserId: cem.userId, mutedAtSeconds: expect.any(Number) },
    { ...ofAna, mutedUserId: dan.userId, mutedAtSeconds: muted.timestamp },
  ]);
  await users.call(unmuteUser, ana, { mutedUserId: dan.userId });
});

it('deactivated people can be muted, bots cannot', async () => {
  const admin = await users.person(Role.Administrator);
  const gone = await users.person(Role.Member);
  const bot = await users.person(Role.Member, { isBot: true, botOwnerId: gone.userId });
  await users.call(deactivateUser, admin, { userId: gone.userId });

  await users.call(muteUser, ana, { mutedUserId: gone.userId });

  expect((await users.register(ana, ['muted_users']))['muted_users']).toMatchObject([{ id: gone.userId }]);
  await expect(users.call(muteUser, ana, { mutedUserId: bot.userId })).rejects.toThrow('No such user');
});
