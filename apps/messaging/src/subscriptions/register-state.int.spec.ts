import {
  ALL_CAPABILITIES,
  GetFanoutState,
  GetMessagingRegisterState,
  type Principal,
  SubscriptionsAdded,
} from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { subscribe, unsubscribe } from '../testing/requests.js';
import { startSubscriptionScene } from '../testing/subscription-scene.js';
import { TEST_REALM } from '../testing/test-messaging.js';

const { messaging, owner, ana, ben, guest } = await startSubscriptionScene();

beforeAll(async () => {
  await subscribe(messaging, owner, ['Garden'], { properties: { isPrivate: true } });
  await subscribe(messaging, ana, ['shared', 'order']);
  await subscribe(messaging, ben, ['kept', 'one']);
  await unsubscribe(messaging, ben, ['one']);
});
afterAll(() => messaging.close());

describe('the state for register', () => {
  const fetch = (
    actor: Principal | null,
    fetchEventTypes: string[] | null,
    { includeSubscribers = false, notificationSettingsNull = true, withSubscribedStreamIds = false } = {},
  ) =>
    messaging.request(GetMessagingRegisterState, {
      withSubscribedStreamIds,
      actor,
      fetchEventTypes,
      clientExtavatar: true,
      includeSubscribers,
      slimPresence: false,
      capabilities: { ...ALL_CAPABILITIES, notificationSettingsNull },
    });

  it("has the user's own settings instead of nulls for clients without `notification_settings_null`", async () => {
    const own = await messaging.addUser();
    const { settings } = messaging.users.get(own.userId)!;
    await messaging.changeUser(own.userId, {
      settings: { ...settings, enableStreamPushNotifications: true, wildcardMentionsNotify: false },
    });
    await subscribe(messaging, own, ['of my own defaults']);

    const subscriptionOf = async (takesNulls: boolean) =>
      (
        (await fetch(own, ['subscription'], { notificationSettingsNull: takesNulls })).state[
          'subscriptions'
        ] as object[]
      )[0];
    const defaults = { push_notifications: true, desktop_notifications: false, wildcard_mentions_notify: false };
    expect(await subscriptionOf(false)).toMatchObject(defaults);
    expect(await subscriptionOf(true)).toMatchObject({ push_notifications: null, wildcard_mentions_notify: null });
    const published = (await messaging.events()).filter(SubscriptionsAdded.matches).at(-1)?.payload.inherited;
    expect(published?.[own.userId]).toMatchObject({ pushNotifications: true, wildcardMentionsNotify: false });
  });

  it('shows every visible stream in one list, and hidden ones nowhere', async () => {
    const { state } = await fetch(ben, ['subscription', 'stream'], { includeSubscribers: true });

    const names = (field: 'subscriptions' | 'unsubscribed' | 'never_subscribed' | 'streams') =>
      (state[field] as { name: string }[]).map(({ name }) => name);
    const all = [...names('subscriptions'), ...names('unsubscribed'), ...names('never_subscribed')];
    expect(new Set(all).size).toBe(all.length);
    expect(all.sort()).toEqual(names('streams').sort());
    expect(names('subscriptions')).toContain('kept');
    expect(names('unsubscribed')).toContain('one');
    expect(all).not.toContain('Garden');
    expect((state['subscriptions'] as { subscribers: number[] }[])[0]?.subscribers).toContain(ben.userId);
  });

  it('has only the requested types, and a stamp', async () => {
    // New people are still being subscribed to the default streams, maybe: between the looks at the log as well.
    const before = (await messaging.events()).length;
    const { state, sequence } = await fetch(ana, ['message']);
    const after = (await messaging.events()).length;

    expect(Object.keys(state)).toContain('max_message_id');
    expect(Object.keys(state)).not.toContain('subscriptions');
    expect(sequence).toBeGreaterThanOrEqual(before);
    expect(sequence).toBeLessThanOrEqual(after);
  });

  it('shows spectators no traffic', async () => {
    expect((await fetch(null, ['message'])).state).toMatchObject({ max_message_id: -1 });
  });

  it('shows guests only their own streams', async () => {
    const { state } = await fetch(guest, ['subscription', 'stream', 'default_streams']);

    expect(state).toMatchObject({ subscriptions: [], never_subscribed: [], streams: [], realm_default_streams: [] });
  });

  it('agrees with the state of fan-out', async () => {
    const { state } = await fetch(ana, ['subscription']);
    const states = await messaging.request(GetFanoutState, { realmId: TEST_REALM, userIds: [ana.userId, 4711] });

    const ids = (state['subscriptions'] as { stream_id: number }[])
      .map((entry) => entry.stream_id)
      .sort((a, b) => a - b);
    expect(states.state.subscriptions).toEqual({ [ana.userId]: ids, 4711: [] });
    // A request for it gets the list with any state.
    const published = await fetch(ana, ['presence'], { withSubscribedStreamIds: true });
    expect([...(published.subscribedStreamIds ?? [])].sort((a, b) => a - b)).toEqual(ids);
    expect(await fetch(ana, ['presence'])).not.toHaveProperty('subscribedStreamIds');
  });
});
