import { Role, type StatusChange, updateOwnStatus } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestUser, UsersUnderTest } from '../testing/users-under-test.js';
import { StatusEnds } from './status-ends.job.js';

let users: UsersUnderTest;
let ana: TestUser;
beforeAll(async () => {
  users = await UsersUnderTest.start({ replicas: 2 });
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

  describe('with an end', () => {
    const LATER = 4_000_000_000;
    const shown = async () =>
      ((await users.register(ana, ['user_status']))['user_status'] as Record<number, object>)[ana.userId];
    const endNow = () => users.sql('UPDATE user_status SET ends_at_seconds = 1 WHERE user_id = $1', [ana.userId]);
    const endDue = () => Promise.all(users.replicas.map((replica) => replica.app.get(StatusEnds).run()));

    it('shows it to the user alone', async () => {
      const ben = await users.person(Role.Member);
      await set({ statusText: 'in a meeting', scheduledEndTime: LATER });

      expect(await shown()).toEqual({ status_text: 'in a meeting', scheduled_end_time: LATER });
      const others = (await users.register(ben, ['user_status']))['user_status'] as Record<number, object>;
      expect(others[ana.userId]).toEqual({ status_text: 'in a meeting' });
    });

    it('keeps it until another text or emoji comes without one', async () => {
      await set({ statusText: 'in a meeting', scheduledEndTime: LATER });
      await set({ statusText: 'in a meeting', away: false });
      expect(await shown()).toMatchObject({ scheduled_end_time: LATER });

      await set({ emojiName: 'car' });
      expect(await shown()).not.toHaveProperty('scheduled_end_time');
      await set({ scheduledEndTime: LATER });
      await set({ scheduledEndTime: null });
      expect(await shown()).not.toHaveProperty('scheduled_end_time');
      await set({ statusText: '', emojiName: '', scheduledEndTime: LATER });
      expect(await shown()).toBeUndefined();
    });

    it('ends once, in any replica', async () => {
      await set({ statusText: 'in a meeting', emojiName: 'car', scheduledEndTime: LATER });
      await endDue();
      expect(await shown()).toMatchObject({ status_text: 'in a meeting' });
      await endNow();

      const events = await users.eventsOf(async () => void (await endDue()));

      expect(events).toMatchObject([
        { type: 'users.user_status_changed', payload: { status: null, previous: { text: 'in a meeting' } } },
      ]);
      expect(await shown()).toBeUndefined();
    });

    it('does not end being away', async () => {
      await set({ statusText: 'out', away: true, scheduledEndTime: LATER });
      await endNow();
      await endDue();

      expect(await shown()).toEqual({ away: true });
      await set({ away: false });
    });

    it('refuses a time that has passed', async () => {
      await expect(set({ statusText: 'x', scheduledEndTime: 1 })).rejects.toThrow(
        'Scheduled end time must be in the future.',
      );
    });
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
