import { Role, type StatusChange, updateOwnStatus } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

let users: UsersUnderTest;
let ana: TestUser;
beforeAll(async () => {
  users = await UsersUnderTest.start();
  users.rendering = {
    linkifiers: [],
    playgrounds: [],
    emoji: [{ id: 7, name: 'parrot', sourceUrl: '/x.png', stillUrl: null, isDeactivated: false, authorId: null }],
  };
  ana = await users.person(Role.Member);
});
afterAll(() => users.stop());

describe('a status', () => {
  const set = (change: StatusChange) => users.call(updateOwnStatus, ana, change);

  it('is set in parts and cleared', async () => {
    await set({ statusText: ' at lunch ', emojiName: 'car' });
    expect((await users.register(ana, ['user_status']))['user_status']).toEqual({
      [ana.userId]: { status_text: 'at lunch', emoji_name: 'car', emoji_code: '1f697', reaction_type: 'unicode_emoji' },
    });

    await set({ emojiName: 'parrot' });
    expect(
      ((await users.register(ana, ['user_status']))['user_status'] as Record<number, object>)[ana.userId],
    ).toMatchObject({ emoji_code: '7' });

    // As the mobile app clears it.
    await set({ emojiName: '', emojiCode: '', reactionType: '', statusText: '' });
    expect((await users.register(ana, ['user_status']))['user_status']).toEqual({});
  });

  it('of being away is the presence setting', async () => {
    const events = await users.eventsOf(() => set({ away: true }));

    expect(events.map((event) => event.type)).toEqual([
      'users.user_updated',
      'users.user_settings_changed',
      'users.user_status_changed',
    ]);
    expect((await users.register(ana, ['user_status']))['user_status']).toEqual({ [ana.userId]: { away: true } });
    await set({ away: false });
    expect((await users.register(ana, ['user_status']))['user_status']).toEqual({});
  });

  it('is published once, with being away included', async () => {
    const events = await users.eventsOf(() => set({ away: true, statusText: 'out', emojiName: 'car' }));

    expect(events.filter(({ type }) => type === 'users.user_status_changed')).toMatchObject([
      { payload: { status: { isAway: true, text: 'out', emoji: { name: 'car' } }, previous: null } },
    ]);
    await set({ away: false, statusText: '', emojiName: '' });
    expect((await users.register(ana, ['user_status']))['user_status']).toEqual({});
  });

  it.each<[StatusChange, string]>([
    [{}, 'Client did not pass any new values.'],
    [{ statusText: 'x'.repeat(61) }, 'status_text is too long (limit: 60 characters)'],
    [{ emojiName: 'nothing_like_it' }, "Emoji 'nothing_like_it' does not exist"],
    [{ emojiName: 'car', emojiCode: '1f44d', reactionType: 'unicode_emoji' }, 'Invalid emoji name.'],
    [{ emojiCode: '1f44d' }, 'Client must pass emoji_name'],
    [{ emojiCode: '', reactionType: '' }, 'Client did not pass any new values.'],
    [{ emojiName: 'car', reactionType: '' }, 'Invalid emoji type.'],
  ])('refuses %j', async (fields, message) => {
    await expect(set(fields)).rejects.toThrow(message);
  });
});
