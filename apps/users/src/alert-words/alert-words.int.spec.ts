import { addAlertWords, Role, removeAlertWords } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

let users: UsersUnderTest;
let ana: TestUser;
beforeAll(async () => {
  users = await UsersUnderTest.start();
  ana = await users.person(Role.Member);
});
afterAll(() => users.stop());

describe('alert words', () => {
  it('are added once in any letter case, and removed', async () => {
    const add = (words: string[]) => users.call(addAlertWords, ana, { alertWords: words });

    expect(await add(['Release', '\n outage ', ''])).toEqual({ alert_words: ['Release', 'outage'] });
    expect(await users.eventsOf(() => add(['RELEASE']))).toEqual([]);
    const removed = await users.call(removeAlertWords, ana, { alertWords: ['OUTAGE', 'unknown'] });

    expect(removed).toEqual({ alert_words: ['Release'] });
    await expect(add(['x'.repeat(101)])).rejects.toThrow('is too long (limit: 100 characters)');
  });

  it('are all stored under simultaneous additions', async () => {
    const ben = await users.person(Role.Member);
    await Promise.all(Array.from({ length: 10 }, (_, n) => users.call(addAlertWords, ben, { alertWords: [`w${n}`] })));

    expect((await users.register(ben, ['alert_words']))['alert_words']).toHaveLength(10);
  });
});
