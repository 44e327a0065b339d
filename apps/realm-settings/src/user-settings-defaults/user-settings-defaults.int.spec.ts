import { GetRealm, Role, type UserSettingsDefaultsChange, updateUserSettingsDefaults } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RealmSettingsForTests } from '../testing/start-realm-settings.js';

let service: RealmSettingsForTests;

beforeAll(async () => {
  service = await RealmSettingsForTests.start();
});
afterAll(() => service.stop());

const update = (role: Role, change: object) =>
  service.call(updateUserSettingsDefaults, service.actor(role), change as UserSettingsDefaultsChange);
const defaults = async () =>
  (await service.ask(GetRealm, { realmId: service.realm.realmId })).state.userSettingsDefaults;

describe('defaults for new users', () => {
  it('change for administrators', async () => {
    await update(Role.Administrator, { emojiset: 'text', emailAddressVisibility: 3 });

    expect(await defaults()).toMatchObject({ emojiset: 'text', emailAddressVisibility: 3, denseMode: true });
    expect(await service.refusal(update(Role.Moderator, { denseMode: false }))).toBe(
      'Must be an organization administrator',
    );
  });

  it('do not include settings of one person', async () => {
    await update(Role.Owner, { timezone: 'UTC', enableLoginEmails: false });

    expect(await defaults()).toMatchObject({ timezone: '', enableLoginEmails: true });
  });

  it.each([
    [{ colorScheme: 4 }, 'Invalid UserSettingsDefaultsChange["colorScheme"]'],
    [{ notificationSound: 'moo' }, "Invalid notification sound 'moo'"],
    [{ emailNotificationsBatchingPeriodSeconds: 0 }, 'Invalid email batching period: 0 seconds'],
  ])('refuse %j', async (change, message) => {
    expect(await service.refusal(update(Role.Owner, change))).toBe(message);
  });
});
