import { GetMessagingRegisterState, type Principal } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { subscribe, unsubscribe } from '../testing/requests.js';
import { TestMessaging } from '../testing/test-messaging.js';

let messaging: TestMessaging;
let ana: Principal;
let ben: Principal;
let cem: Principal;

beforeAll(async () => {
  messaging = await TestMessaging.start();
  ana = await messaging.addUser({ fullName: 'Ana' });
  ben = await messaging.addUser({ fullName: 'Ben' });
  cem = await messaging.addUser({ fullName: 'Cem' });
}, 60_000);
afterAll(() => messaging?.close());

async function subscribersOf(name: string): Promise<number[]> {
  const { state } = await messaging.request(GetMessagingRegisterState, {
    ...{ actor: ana, fetchEventTypes: ['subscription'] },
    ...{ clientExtavatar: true, includeSubscribers: true, slimPresence: true },
    capabilities: {} as GetMessagingRegisterState['capabilities'],
  });
  const { subscriptions } = state as unknown as { subscriptions: { name: string; subscribers: number[] }[] };
  return subscriptions.find((subscription) => subscription.name === name)?.subscribers as number[];
}

async function version(): Promise<number> {
  const { rows } = await messaging.sql.query<{ sum: string }>('SELECT sum(version) AS sum FROM subscriber_versions');
  return Number(rows[0]?.sum);
}

describe('the subscribers of a registration', () => {
  it('are current, independent of the cache', async () => {
    await subscribe(messaging, ana, ['one', 'other'], { principals: [ana.userId, ben.userId] });
    expect(await subscribersOf('one')).toEqual([ana.userId, ben.userId]);
    expect(await subscribersOf('one')).toEqual([ana.userId, ben.userId]);

    await subscribe(messaging, ana, ['one'], { principals: [cem.userId] });
    expect(await subscribersOf('one')).toEqual([ana.userId, ben.userId, cem.userId]);
    expect(await subscribersOf('other')).toEqual([ana.userId, ben.userId]);

    await unsubscribe(messaging, ben, ['one']);
    expect(await subscribersOf('one')).toEqual([ana.userId, cem.userId]);

    await subscribe(messaging, ben, ['one']);
    expect(await subscribersOf('one')).toEqual([ana.userId, ben.userId, cem.userId]);

    await messaging.changeUser(cem.userId, { isActive: false });
    expect(await subscribersOf('one')).toEqual([ana.userId, ben.userId]);
    await messaging.changeUser(cem.userId, { isActive: true });
    expect(await subscribersOf('one')).toEqual([ana.userId, ben.userId, cem.userId]);
  });

  it('are not read again after a change of a subscription setting', async () => {
    await subscribe(messaging, ana, ['mine']);
    const before = await version();

    await messaging.sql.query('UPDATE subscriptions SET is_muted = true WHERE user_id = $1', [ana.userId]);
    expect(await version()).toBe(before);

    await unsubscribe(messaging, ana, ['mine']);
    expect(await version()).toBe(before + 1);
  });
});
