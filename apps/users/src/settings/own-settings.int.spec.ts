import {
  AddOwnAlertWords,
  ALL_CAPABILITIES,
  DeactivateUser,
  GetAvatarImage,
  GetUsersRegisterState,
  INITIAL_USER_SETTINGS,
  MuteUser,
  type Principal,
  RemoveOwnAlertWords,
  RemoveOwnAvatar,
  RemoveOwnProfileData,
  Role,
  SetOwnAvatar,
  UnmuteUser,
  UpdateOwnProfileData,
  UpdateOwnSettings,
  UpdateOwnStatus,
  type UserSettings,
} from '@chat/contracts';
import { partitionOf } from '@chat/transport';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
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
  users.rendering = {
    linkifiers: [],
    playgrounds: [],
    emoji: [{ id: 7, name: 'parrot', sourceUrl: '/x.png', stillUrl: null, isDeactivated: false, authorId: null }],
  };
  ana = await users.person(Role.Member);
});
afterAll(() => users.stop());

const change = (settings: Partial<UserSettings>, actor: Principal = ana) =>
  users.ask(UpdateOwnSettings, { actor, settings });
async function register(fetchEventTypes: string[] | null, userSettingsObject = true, actor: Principal = ana) {
  const { state } = await users.ask(GetUsersRegisterState, {
    actor,
    fetchEventTypes,
    clientExtavatar: true,
    includeSubscribers: false,
    slimPresence: true,
    capabilities: { ...ALL_CAPABILITIES, userSettingsObject },
  });
  return state as Record<string, never>;
}

describe('settings', () => {
  it('begin with the realm’s defaults, for people', async () => {
    expect((await register(['user_settings']))['user_settings']).toMatchObject({
      twenty_four_hour_time: true,
      dense_mode: true,
    });
  });

  it('change with one event for all that really changed', async () => {
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

  it('that others decide by are told to the other services', async () => {
    const events = await users.eventsOf(() => change({ enableDraftsSynchronization: false }));

    expect(events[0]).toMatchObject({
      type: 'users.user_updated',
      payload: { previous: { settings: { enableDraftsSynchronization: true } } },
    });
  });

  it.each<[Partial<Record<keyof UserSettings, unknown>>, string]>([
    [{ colorScheme: 4 }, 'Invalid color_scheme'],
    [{ denseMode: 1 }, 'dense_mode is not a boolean'],
    [{ defaultLanguage: 'xx' }, 'Invalid default_language'],
    [{ notificationSound: 'meow' }, "Invalid notification sound 'meow'"],
    [{ emailNotificationsBatchingPeriodSeconds: 604_801 }, 'Invalid email batching period: 604801 seconds'],
    [{ timezone: 'Mars/Base' }, 'timezone is not a recognized time zone'],
    [{ timezone: '+05:00' }, 'timezone is not a recognized time zone'],
    [{ emailAddressVisibility: 6 }, 'Invalid email_address_visibility'],
  ])('refuse %j, and then change nothing', async (settings, message) => {
    const events = await users.eventsOf(() =>
      expect(change({ highContrastMode: true, ...settings } as Partial<UserSettings>)).rejects.toThrow(message),
    );
    expect(events).toEqual([]);
  });

  it('take time zones by their links too', async () => {
    await change({ timezone: 'US/Pacific' });
    await change({ timezone: 'Europe/Lisbon' });
  });

  it('leave the name alone where the realm says so, silently, but not for administrators', async () => {
    const admin = await users.person(Role.Administrator);
    const rename = (actor: Principal, fullName = 'Another Name') =>
      users.ask(UpdateOwnSettings, { actor, settings: {}, fullName });

    expect(await users.eventsOf(() => rename(ana))).toEqual([]);
    expect(await users.eventsOf(() => rename(ana, 'x'))).toEqual([]);
    expect(await users.eventsOf(() => rename(admin))).toHaveLength(1);
  });

  it.each<[Partial<UpdateOwnSettings>, string]>([
    [{ fullName: ' ' }, 'Name too short!'],
    [{ fullName: ' x ' }, 'Name too short!'],
    [{ email: ' ' }, 'Invalid address.'],
    [{ newPassword: '' }, 'Wrong password!'],
    [{ email: 'ana@mailinator.com' }, 'Please use your real email address.'],
    [{ email: 'user7@chat.example' }, "Email 'user7@chat.example' not allowed in this organization"],
  ])('refuse %j; what is blank was sent all the same', async (fields, message) => {
    const admin = await users.person(Role.Administrator);
    const ask = () => users.ask(UpdateOwnSettings, { actor: admin, settings: { colorScheme: 3 }, ...fields });

    expect(await users.eventsOf(() => expect(ask()).rejects.toThrow(message))).toEqual([]);
  });

  it('stand at the top level for clients that do not know the object', async () => {
    const older = await register(['update_display_settings', 'update_global_notifications'], false);
    expect(older).toMatchObject({ color_scheme: 2, enable_sounds: true, emojiset_choices: expect.any(Array) });
    expect(older).not.toHaveProperty('send_read_receipts');
    expect(await register(['update_display_settings', 'update_global_notifications'], true)).toEqual({});
  });
});

describe('a status', () => {
  const set = (fields: Partial<UpdateOwnStatus>) => users.ask(UpdateOwnStatus, { actor: ana, ...fields });

  it('is set in parts and cleared', async () => {
    await set({ text: ' at lunch ', emojiName: 'car' });
    expect((await register(['user_status']))['user_status']).toEqual({
      [ana.userId]: { status_text: 'at lunch', emoji_name: 'car', emoji_code: '1f697', reaction_type: 'unicode_emoji' },
    });

    await set({ emojiName: 'parrot' });
    expect(
      ((await register(['user_status']))['user_status'] as unknown as Record<number, object>)[ana.userId],
    ).toMatchObject({ emoji_code: '7' });

    await set({ emojiName: '', text: '' });
    expect((await register(['user_status']))['user_status']).toEqual({});
  });

  it('of being away is the presence setting', async () => {
    const events = await users.eventsOf(() => set({ isAway: true }));

    expect(events.map((event) => event.type)).toEqual([
      'users.user_updated',
      'users.user_settings_changed',
      'users.user_status_changed',
    ]);
    expect((await register(['user_status']))['user_status']).toEqual({ [ana.userId]: { away: true } });
    await set({ isAway: false });
    expect((await register(['user_status']))['user_status']).toEqual({});
  });

  it('is told of once, with being away in it', async () => {
    const events = await users.eventsOf(() => set({ isAway: true, text: 'out', emojiName: 'car' }));

    expect(events.filter(({ type }) => type === 'users.user_status_changed')).toMatchObject([
      { payload: { status: { isAway: true, text: 'out', emoji: { name: 'car' } }, previous: null } },
    ]);
    await set({ isAway: false, text: '', emojiName: '' });
    expect((await register(['user_status']))['user_status']).toEqual({});
  });

  it.each<[Partial<UpdateOwnStatus>, string]>([
    [{}, 'Client did not pass any new values.'],
    [{ text: 'x'.repeat(61) }, 'status_text is too long (limit: 60 characters)'],
    [{ emojiName: 'nothing_like_it' }, "Emoji 'nothing_like_it' does not exist"],
    [{ emojiName: 'car', emojiCode: '1f44d', reactionType: 'unicode_emoji' }, 'Invalid emoji name.'],
    [{ emojiCode: '1f44d' }, 'Client must pass emoji_name'],
  ])('refuses %j', async (fields, message) => {
    await expect(set(fields)).rejects.toThrow(message);
  });
});

describe('alert words', () => {
  it('are added once, whatever their case, and removed', async () => {
    const add = (words: string[]) => users.ask(AddOwnAlertWords, { actor: ana, words });

    expect(await add(['Release', ' outage ', ''])).toEqual({ alertWords: ['Release', 'outage'] });
    expect(await users.eventsOf(() => add(['RELEASE']))).toEqual([]);
    const removed = await users.ask(RemoveOwnAlertWords, { actor: ana, words: ['OUTAGE', 'unknown'] });

    expect(removed).toEqual({ alertWords: ['Release'] });
    await expect(add(['x'.repeat(101)])).rejects.toThrow('alert_words is too long (limit: 100 characters)');
  });

  it('all arrive though they are added at once', async () => {
    const ben = await users.person(Role.Member);
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => users.ask(AddOwnAlertWords, { actor: ben, words: [`w${n}`] })),
    );

    expect((await register(['alert_words'], true, ben))['alert_words']).toHaveLength(10);
  });
});

it('mutes and unmutes users, but not oneself, nobody, or twice', async () => {
  const ben = await users.person(Role.Member);
  const mute = (userId: number) => users.ask(MuteUser, { actor: ana, userId });

  await mute(ben.userId);
  expect((await register(['muted_users']))['muted_users']).toMatchObject([{ id: ben.userId }]);
  await expect(mute(ben.userId)).rejects.toThrow('User already muted');
  await expect(mute(ana.userId)).rejects.toThrow('Cannot mute self');
  await expect(mute(999_999)).rejects.toThrow('No such user');

  await users.ask(UnmuteUser, { actor: ana, userId: ben.userId });
  await expect(users.ask(UnmuteUser, { actor: ana, userId: ben.userId })).rejects.toThrow('User is not muted');
});

it('mutes people who are deactivated, but no bots', async () => {
  const admin = await users.person(Role.Administrator);
  const gone = await users.person(Role.Member);
  const bot = await users.person(Role.Member, { isBot: true, botOwnerId: gone.userId });
  await users.ask(DeactivateUser, { actor: admin, userId: gone.userId });

  await users.ask(MuteUser, { actor: ana, userId: gone.userId });

  expect((await register(['muted_users']))['muted_users']).toMatchObject([{ id: gone.userId }]);
  await expect(users.ask(MuteUser, { actor: ana, userId: bot.userId })).rejects.toThrow('No such user');
});

describe('profile data', () => {
  const set = (data: UpdateOwnProfileData['data']) => users.ask(UpdateOwnProfileData, { actor: ana, data });
  const own = async () => {
    const people = (await register(['realm_user']))['realm_users'] as unknown as {
      user_id: number;
      profile_data: object;
    }[];
    return people.find((user) => user.user_id === ana.userId)?.profile_data;
  };

  it('is checked, rendered, told and removed', async () => {
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

    await users.ask(RemoveOwnProfileData, { actor: ana, fieldIds: [1, 3] });
    expect(await own()).toEqual({ 2: { value: 'vi' } });
  });

  it('is nothing that bots have', async () => {
    const bot = await users.person(Role.Member, { isBot: true, botOwnerId: ana.userId });
    const write = () => users.ask(UpdateOwnProfileData, { actor: bot, data: [{ id: 1, value: 'cold' }] });

    expect(await users.eventsOf(write)).toEqual([]);
  });

  it('is stored whole or not at all', async () => {
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
    await users.ask(DeactivateUser, { actor: await users.person(Role.Administrator), userId: gone.userId });
    await expect(set([{ id: 3, value: [bot.userId] }])).rejects.toThrow(`User with ID ${bot.userId} is a bot`);
    await expect(set([{ id: 3, value: [gone.userId] }])).rejects.toThrow(`User with ID ${gone.userId} is deactivated`);
    expect(await own()).toEqual({ 2: { value: 'vi' } });
  });
});

describe('an avatar', () => {
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();

  it('is cut square, served under an address nobody guesses, and removed', async () => {
    const image = (await picture(640, 300)).toString('base64');

    const { avatarUrl } = await users.ask(SetOwnAvatar, { actor: ana, image });
    const [, token = ''] = /^\/user_avatars\/\d+\/([0-9a-f]{32})\.png\?version=2$/.exec(avatarUrl) ?? [];
    const served = await users.ask(GetAvatarImage, { token, size: 'medium' });

    const { width, height, format } = await sharp(Buffer.from(served?.image ?? '', 'base64')).metadata();
    expect({ width, height, format }).toEqual({ width: 500, height: 500, format: 'png' });
    expect((await users.ask(RemoveOwnAvatar, { actor: ana })).avatarUrl).toContain('d=identicon');
    expect(await users.ask(GetAvatarImage, { token, size: 'small' })).toBeNull();
  });

  it.each([
    ['text', Buffer.from('hello')],
    ['a vector graphic', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['nothing', Buffer.alloc(0)],
  ])('is not made from %s', async (_, file) => {
    const image = file.toString('base64');
    await expect(users.ask(SetOwnAvatar, { actor: ana, image })).rejects.toMatchObject({ code: 'BAD_IMAGE' });
  });

  it('is not made from more pixels than fit', async () => {
    const bomb = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const image = bomb.toString('base64');

    await expect(users.ask(SetOwnAvatar, { actor: ana, image })).rejects.toThrow('Image size exceeds limit.');
  });
});

describe('drafts', () => {
  it('are deleted before the user is told that they are off, and only then', async () => {
    const { userId } = ana;
    const change = (enableDraftsSynchronization: boolean) =>
      users.ask(UpdateOwnSettings, { actor: ana, settings: { enableDraftsSynchronization } });

    await change(true);
    users.draftsDeleted.splice(0);
    await change(true);
    expect(users.draftsDeleted).toEqual([]);
    await change(false);
    const tail = await users.redis.redis.get(`{log${partitionOf(REALM_ID)}}:tail`);
    await change(false);

    expect(users.draftsDeleted).toEqual([{ userId, asOf: tail }]);
    await change(true);
  });

  it('are left to the event where the messaging service does not answer', async () => {
    users.isMessagingBroken = true;
    await users.ask(UpdateOwnSettings, { actor: ana, settings: { enableDraftsSynchronization: false } });
    users.isMessagingBroken = false;
    await users.ask(UpdateOwnSettings, { actor: ana, settings: { enableDraftsSynchronization: true } });
  });
});

describe('register', () => {
  it('tells only what was asked for', async () => {
    expect(Object.keys(await register(['alert_words', 'nonsense']))).toEqual(['alert_words']);
  });

  it('tells everything when nothing was asked for', async () => {
    const state = await register(null, false);
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
