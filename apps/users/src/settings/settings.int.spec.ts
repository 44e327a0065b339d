import { INITIAL_USER_SETTINGS, type Principal, Role, type SettingsChange, updateOwnSettings } from '@chat/contracts';
import { partitionOf } from '@chat/event-log';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REALM_ID, TEST_REALM, type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

let users: UsersUnderTest;
let ana: TestUser;
beforeAll(async () => {
  users = await UsersUnderTest.start();
  users.realm = {
    ...TEST_REALM,
    nameChangesDisabled: true,
    userSettingsDefaults: { ...INITIAL_USER_SETTINGS, twentyFourHourTime: true },
  };
  ana = await users.person(Role.Member);
});
afterAll(() => users.stop());

const change = (settings: SettingsChange, actor: Principal = ana) => users.call(updateOwnSettings, actor, settings);

describe('settings', () => {
  it('begin with the realm’s defaults, for people', async () => {
    expect((await users.register(ana, ['user_settings']))['user_settings']).toMatchObject({
      twenty_four_hour_time: true,
      dense_mode: true,
    });
  });

  it('change with one event for all settings that differ', async () => {
    const events = await users.eventsOf(() => change({ denseMode: false, colorScheme: 2, starredMessageCounts: true }));

    expect(events).toEqual([
      {
        type: 'users.user_settings_changed',
        payload: {
          userId: ana.userId,
          changes: [
            { name: 'denseMode', value: false },
            { name: 'colorScheme', value: 2 },
          ],
        },
      },
    ]);
    expect(await users.eventsOf(() => change({ denseMode: false }))).toEqual([]);
  });

  it('that other services need are published to them', async () => {
    const events = await users.eventsOf(() => change({ enableDraftsSynchronization: false }));

    expect(events[0]).toMatchObject({
      type: 'users.user_updated',
      payload: { previous: { settings: { enableDraftsSynchronization: true } } },
    });
  });

  it.each<[Partial<Record<keyof SettingsChange, unknown>>, string]>([
    [{ colorScheme: 4 }, 'Invalid SettingsChange["colorScheme"]'],
    [{ denseMode: 1 }, '["denseMode"] is not a boolean'],
    [{ defaultLanguage: 'xx' }, 'Invalid SettingsChange["defaultLanguage"]'],
    [{ notificationSound: 'meow' }, "Invalid notification sound 'meow'"],
    [{ emailNotificationsBatchingPeriodSeconds: 604_801 }, 'Invalid email batching period: 604801 seconds'],
    [{ timezone: 'Mars/Base' }, 'is not a recognized time zone'],
    [{ timezone: '+05:00' }, 'is not a recognized time zone'],
    [{ emailAddressVisibility: 6 }, 'Invalid SettingsChange["emailAddressVisibility"]'],
  ])('refuse %j, and then change nothing', async (settings, message) => {
    const events = await users.eventsOf(() =>
      expect(change({ highContrastMode: true, ...settings } as SettingsChange)).rejects.toThrow(message),
    );
    expect(events).toEqual([]);
  });

  it('take time zones by their links too', async () => {
    await change({ timezone: 'US/Pacific' });
    await change({ timezone: 'Europe/Lisbon' });
  });

  it('ignore the name if the realm fixes names, except for administrators', async () => {
    const admin = await users.person(Role.Administrator);
    const rename = (actor: Principal, fullName = 'Another Name') => change({ fullName }, actor);

    expect(await users.eventsOf(() => rename(ana))).toEqual([]);
    expect(await users.eventsOf(() => rename(ana, 'x'))).toEqual([]);
    expect(await users.eventsOf(() => rename(admin))).toHaveLength(1);
  });

  it.each<[SettingsChange, string]>([
    [{ fullName: ' ' }, 'Name too short!'],
    [{ fullName: ' x ' }, 'Name too short!'],
    [{ email: ' ' }, 'Invalid address.'],
    [{ newPassword: '' }, 'Wrong password!'],
    [{ email: 'ana@mailinator.com' }, 'Please use your real email address.'],
    [{ email: 'user7@chat.example' }, "Email 'user7@chat.example' not allowed in this organization"],
  ])('refuse %j, also next to blank fields', async (fields, message) => {
    const admin = await users.person(Role.Administrator);
    const ask = () => change({ colorScheme: 3, ...fields }, admin);

    expect(await users.eventsOf(() => expect(ask()).rejects.toThrow(message))).toEqual([]);
  });

  it('appear at the top level for clients without user_settings_object', async () => {
    const older = await users.register(ana, ['update_display_settings', 'update_global_notifications'], {
      userSettingsObject: false,
    });
    expect(older).toMatchObject({ color_scheme: 2, enable_sounds: true, emojiset_choices: expect.any(Array) });
    expect(older).not.toHaveProperty('send_read_receipts');
    expect(await users.register(ana, ['update_display_settings', 'update_global_notifications'])).toEqual({});
  });
});

describe('drafts', () => {
  it('are deleted before the response when the user switches them off, and only then', async () => {
    const { userId } = ana;
    const synchronize = (enableDraftsSynchronization: boolean) => change({ enableDraftsSynchronization });

    await synchronize(true);
    users.draftsDeleted.splice(0);
    await synchronize(true);
    expect(users.draftsDeleted).toEqual([]);
    await synchronize(false);
    const tail = await users.redis.redis.get(`{log${partitionOf(REALM_ID)}}:tail`);
    await synchronize(false);

    expect(users.draftsDeleted).toEqual([{ userId, asOf: tail }]);
    await synchronize(true);
  });

  it('are deleted by the event when the messaging service fails', async () => {
    users.isMessagingBroken = true;
    await change({ enableDraftsSynchronization: false });
    users.isMessagingBroken = false;
    await change({ enableDraftsSynchronization: true });
  });
});
