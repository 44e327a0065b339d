import { FindPersonByName, MAX_SEARCHED_NAMES, type Principal } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TEST_REALM, TestMessaging } from '../../testing/test-messaging.js';

let messaging: TestMessaging;
let ida: Principal;
let ben: Principal;

beforeAll(async () => {
  messaging = await TestMessaging.start();
  ida = await messaging.addUser({
    fullName: 'Ida Berg',
    email: 'user7@chat.example.com',
    deliveryEmail: 'i.berg@example.com',
  });
  ben = await messaging.addUser({ fullName: 'Ben', email: 'ben.n@example.com', deliveryEmail: 'ben.n@example.com' });
  await messaging.addUser({ fullName: 'Hook', email: 'hook-bot@example.com', isBot: true, botOwnerId: ida.userId });
  await messaging.addUser({ fullName: 'Gone', email: 'gone@example.com', isActive: false });
});
afterAll(() => messaging?.close());

const find = async (...names: string[]) =>
  (await messaging.request(FindPersonByName, { realmId: TEST_REALM, names })).userId;

describe('a person', () => {
  it.each([
    ['the full name', 'Ida Berg'],
    ['the full name in other letter case', 'IDA berg'],
    ['the start of the address', 'i.berg'],
    ['the start of the address in other letter case', 'I.Berg'],
    ['the start of the address that others see', 'user7'],
  ])('is found by %s', async (_, name) => {
    expect(await find(name)).toBe(ida.userId);
  });

  it('is found by the first name that a person has', async () => {
    expect(await find('nobody', 'ben.n', 'Ida Berg')).toBe(ben.userId);
    expect(await find('Ida Berg', 'ben.n')).toBe(ida.userId);
  });

  it.each([
    ['an unknown name', 'nobody'],
    ['a part of a name', 'Ida'],
    ['a whole address', 'i.berg@example.com'],
    ['an empty name', ''],
    ['the name of a bot', 'Hook'],
    ['the address of a bot', 'hook-bot'],
    ['the name of a deactivated person', 'Gone'],
    ['a name with null characters', 'Ida\0Berg'],
  ])('is not found by %s', async (_, name) => {
    expect(await find(name)).toBeNull();
  });

  it('is not found without a name', async () => {
    expect(await find()).toBeNull();
  });

  it.each([
    ['too long a name', ['x'.repeat(201)]],
    ['too many names', Array.from({ length: MAX_SEARCHED_NAMES + 1 }, (_, n) => `name ${n}`)],
  ])('is not searched by %s', async (_, names) => {
    await expect(find(...names)).rejects.toMatchObject({ status: 400 });
  });
});
