import {
  getSubscriptionStatus,
  type Principal,
  StreamArchived,
  SubscriptionsRemoved,
  unsubscribeFromStreams,
} from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { subscribe, unsubscribe } from '../testing/requests.js';
import { startSubscriptionScene } from '../testing/subscription-scene.js';

const { messaging, owner, admin, ana, ben, lastOf, streamIdOf } = await startSubscriptionScene();

beforeAll(async () => {
  await subscribe(messaging, owner, ['Garden'], { properties: { isPrivate: true } });
  await subscribe(messaging, ana, ['shared']);
});
afterAll(() => messaging.close());

describe('unsubscribing', () => {
  it('of the actor ends subscriptions, and lists streams without one', async () => {
    await subscribe(messaging, ben, ['one']);

    const outcome = await unsubscribe(messaging, ben, ['one', 'shared']);

    expect(outcome).toEqual({ removed: ['one'], not_removed: ['shared'] });
    const [removed] = await lastOf(SubscriptionsRemoved);
    expect(removed?.removed).toMatchObject([{ userId: ben.userId }]);
  });

  it('changes nothing if one stream is missing or invisible', async () => {
    await subscribe(messaging, ben, ['kept']);
    const error = (...subscriptions: string[]) => messaging.callError(unsubscribeFromStreams, ben, { subscriptions });

    expect(await error('kept', 'nowhere')).toBe("Stream 'nowhere' does not exist");
    expect(await error('no\0where')).toBe("Stream 'no\0where' does not exist");
    expect(await error('kept', 'Garden')).toBe("Stream 'Garden' does not exist");

    const kept = { userId: ben.userId, streamId: await streamIdOf('kept') };
    expect(await messaging.call(getSubscriptionStatus, ben, kept)).toEqual({ is_subscribed: true });
  });

  it('status is an error for deactivated users and system bots', async () => {
    const gone = await messaging.addUser();
    await subscribe(messaging, gone, ['kept']);
    await messaging.changeUser(gone.userId, { isActive: false });
    const streamId = await streamIdOf('kept');
    const error = (userId: number) => messaging.callError(getSubscriptionStatus, ben, { userId, streamId });

    expect(await error(gone.userId)).toBe('User is deactivated');
    expect(await error(1)).toBe('No such user');
  });

  it('of unknown and deactivated users has the same error', async () => {
    const gone = await messaging.addUser();
    await messaging.changeUser(gone.userId, { isActive: false });

    for (const principal of [gone.userId, gone.email, 4711, 'nobody@test.example']) {
      const principals = [principal] as readonly number[] | readonly string[];
      await expect(
        messaging.call(unsubscribeFromStreams, admin, { subscriptions: ['shared'], principals }),
      ).rejects.toMatchObject({
        message: `User not authorized to execute queries on behalf of '${principal}'`,
        code: 'UNAUTHORIZED_PRINCIPAL',
        status: 403,
        fields: { principal },
      });
    }
  });

  it('of other users needs an administrator, the owner of the bot, or the removal group', async () => {
    const bot = await messaging.addUser({ isBot: true, botOwnerId: ana.userId });
    await subscribe(messaging, ana, ['crowd'], { principals: [ana.userId, ben.userId, bot.userId] });
    const ofUser = ({ userId }: Principal) => ({ subscriptions: ['crowd'], principals: [userId] });

    expect(await messaging.callError(unsubscribeFromStreams, ana, ofUser(ben))).toBe('Insufficient permission');
    expect(await messaging.call(unsubscribeFromStreams, ana, ofUser(bot))).toMatchObject({ removed: ['crowd'] });
    expect(await messaging.call(unsubscribeFromStreams, admin, ofUser(ben))).toMatchObject({ removed: ['crowd'] });

    await messaging.sql.query("UPDATE streams SET can_remove_subscribers_group_id = 3 WHERE name = 'crowd'");
    messaging.groups = messaging.groups.map((group) =>
      group.groupId === 3 ? { ...group, memberIds: [ana.userId] } : group,
    );
    await messaging.replicas[0]?.stop();
    messaging.replicas.length = 0;
    await messaging.startReplica();
    await subscribe(messaging, ben, ['crowd']);
    expect(await messaging.call(unsubscribeFromStreams, ana, ofUser(ben))).toMatchObject({ removed: ['crowd'] });
    expect(await messaging.callError(unsubscribeFromStreams, ben, ofUser(ana))).toBe('Insufficient permission');
  });

  it('archives a private stream with only deactivated subscribers', async () => {
    const gone = await messaging.addUser();
    const principals = [ana.userId, gone.userId];
    await subscribe(messaging, ana, ['forgotten'], { properties: { isPrivate: true }, principals });
    await messaging.changeUser(gone.userId, { isActive: false });

    await unsubscribe(messaging, ana, ['forgotten']);

    expect(await lastOf(StreamArchived)).toMatchObject([{ stream: { name: 'forgotten' } }]);
  });

  it('archives a private stream without subscribers', async () => {
    await subscribe(messaging, ana, ['lonely'], { properties: { isPrivate: true } });

    await unsubscribe(messaging, ana, ['lonely']);

    expect(await lastOf(StreamArchived)).toMatchObject([{ stream: { name: 'lonely' } }]);
    expect(await subscribe(messaging, ben, ['lonely'])).toMatchObject({ subscribed: { [ben.email]: ['lonely'] } });
  });
});
