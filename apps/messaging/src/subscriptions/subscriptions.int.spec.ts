import {
  changeSubscriptionSettings,
  createDefaultStreamGroup,
  getStreamMembers,
  getSubscriptions,
  Role,
  SubscribeNewUser,
  SubscriberActivityChanged,
  SubscriptionSettingsChanged,
} from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { subscribe, unsubscribe } from '../testing/requests.js';
import { startSubscriptionScene } from '../testing/subscription-scene.js';
import { TEST_REALM } from '../testing/test-messaging.js';

const { messaging, owner, ana, ben, lastOf, streamIdOf } = await startSubscriptionScene();

beforeAll(async () => {
  await subscribe(messaging, ana, ['own']);
  await subscribe(messaging, owner, ['of others']);
});
afterAll(() => messaging.close());

describe('subscription settings', () => {
  it.each([
    ['an unknown property', 'volume', true, 'Unknown subscription property: volume'],
    ['a color that is none', 'color', 'red', 'color is not a valid hex color code'],
    ['a boolean that is none', 'pin_to_top', 'yes', 'pin_to_top is not a boolean'],
  ])('reject %s', async (_, property, value, refusal) => {
    const streamId = await streamIdOf('own');
    const subscriptionData = [
      { streamId, property: 'is_muted', value: true },
      { streamId, property, value },
    ];

    expect(await messaging.callError(changeSubscriptionSettings, ana, { subscriptionData })).toBe(refusal);
    expect(await lastOf(SubscriptionSettingsChanged)).toEqual([]);
  });

  it('need a subscription', async () => {
    const streamId = await streamIdOf('of others');
    const subscriptionData = [{ streamId, property: 'is_muted', value: true }];

    expect(await messaging.callError(changeSubscriptionSettings, ben, { subscriptionData })).toBe(
      `Not subscribed to stream id ${streamId}`,
    );
  });
});

describe('a new user', () => {
  it('gets the default streams once, by request or event, and later changes remain', async () => {
    await subscribe(messaging, owner, ['welcome']);
    await messaging.sql.query(
      "INSERT INTO default_streams (stream_id, realm_id) SELECT id, realm_id FROM streams WHERE name = 'welcome'",
    );
    const fresh = await messaging.addUser();
    await messaging.request(SubscribeNewUser, { realmId: TEST_REALM, userId: fresh.userId });
    const names = async () =>
      (await messaging.call(getSubscriptions, fresh, { includeSubscribers: false })).subscriptions.map(
        (subscription) => subscription.name,
      );
    expect(await names()).toEqual(['welcome']);

    await unsubscribe(messaging, fresh, ['welcome']);
    await messaging.request(SubscribeNewUser, { realmId: TEST_REALM, userId: fresh.userId });

    expect(await names()).toEqual([]);
  });

  it.each([
    ['gets the streams of the invitation instead of the default streams', Role.Member, ['chosen'], [], ['chosen']],
    ['gets no further streams as a guest', Role.Guest, ['chosen'], ['Start'], ['chosen']],
    ['has no streams as a guest without any in the invitation', Role.Guest, [], [], []],
    ['gets the streams of chosen groups, too', Role.Member, [], ['Start', 'None'], ['grouped', 'welcome']],
  ])('%s', async (_, role, streams, defaultStreamGroups, expected) => {
    const inviter = await messaging.addUser({ fullName: 'Ina' });
    await subscribe(messaging, owner, ['chosen', 'grouped', 'welcome']);
    await messaging.sql.query(
      "INSERT INTO default_streams (stream_id, realm_id) SELECT id, realm_id FROM streams WHERE name = 'welcome' ON CONFLICT DO NOTHING",
    );
    const groups = (await messaging.sql.query("SELECT 1 FROM default_stream_groups WHERE name = 'Start'")).rows;
    if (groups.length === 0) {
      const group = { groupName: 'Start', description: '', streamNames: ['grouped'] };
      await messaging.call(createDefaultStreamGroup, owner, group);
    }
    const archived = 99_999;
    const streamIds = [...(await Promise.all(streams.map(streamIdOf))), ...(streams.length > 0 ? [archived] : [])];
    const joining = { inviterId: inviter.userId, streamIds, defaultStreamGroups };
    const fresh = await messaging.addUser({ role }, joining);

    await messaging.request(SubscribeNewUser, { realmId: TEST_REALM, userId: fresh.userId, joining });

    const { subscriptions } = await messaging.call(getSubscriptions, fresh, { includeSubscribers: false });
    expect(subscriptions.map(({ name }) => name).toSorted()).toEqual(expected);
  });
});

describe('a deactivated user', () => {
  it('leaves the subscriber lists until reactivation, which events publish', async () => {
    const gone = await messaging.addUser();
    await subscribe(messaging, owner, ['left']);
    await subscribe(messaging, gone, ['left']);
    const streamId = await streamIdOf('left');
    const listed = async () => {
      const { subscribers } = await messaging.call(getStreamMembers, owner, { streamId });
      const own = await messaging.call(getSubscriptions, owner, { includeSubscribers: true });
      expect(own.subscriptions.find(({ name }) => name === 'left')).toMatchObject({ subscribers });
      return subscribers.includes(gone.userId);
    };
    const published = (isActive: boolean) =>
      eventually(async () =>
        (await messaging.events())
          .filter(SubscriberActivityChanged.matches)
          .find(({ payload }) => payload.userId === gone.userId && payload.isActive === isActive),
      );

    await messaging.changeUser(gone.userId, { isActive: false });
    expect(await listed()).toBe(false);
    const streams = (await published(false))?.payload.streams;
    expect(streams?.find(({ stream }) => stream.streamId === streamId)).toMatchObject({ subscriberIds: null });

    await messaging.changeUser(gone.userId, { isActive: true });
    expect(await listed()).toBe(true);
    await published(true);
  });
});
