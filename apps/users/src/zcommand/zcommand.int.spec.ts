import { Role, runCommand } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

let users: UsersUnderTest;
let ana: TestUser;
beforeAll(async () => {
  users = await UsersUnderTest.start();
  ana = await users.person(Role.Member);
});
afterAll(() => users.stop());

const run = async (command: string): Promise<string> => (await users.call(runCommand, ana, { command })).msg;

describe('a command', () => {
  it('/ping answers without a message and changes nothing', async () => {
    let msg: string | undefined;
    const events = await users.eventsOf(async () => (msg = await run('/ping')));

    expect([msg, events]).toEqual(['', []]);
  });

  it.each([
    ['/night', 'colorScheme', 2],
    ['/day', 'colorScheme', 3],
    ['/fluid-width', 'fluidLayoutWidth', true],
    ['/fixed-width', 'fluidLayoutWidth', false],
  ])('%s changes %s with the event of the settings, and says so if nothing changed', async (command, name, value) => {
    const words: string[] = [];
    const events = await users.eventsOf(async () => void words.push(await run(command)));
    const again = await users.eventsOf(async () => void words.push(await run(command)));

    expect(events).toEqual([
      { type: 'users.user_settings_changed', payload: { userId: ana.userId, changes: [{ name, value }] } },
    ]);
    expect(again).toEqual([]);
    expect(new Set(words).size).toBe(2);
    expect(words).not.toContain('');
  });

  it.each([
    ['ping', 'There should be a leading slash in the zcommand.'],
    ['', 'There should be a leading slash in the zcommand.'],
    ['/', 'No such command: '],
    ['/Night', 'No such command: Night'],
    ['/night ', 'No such command: night '],
    ['/constructor', 'No such command: constructor'],
  ])('%j is refused', async (command, message) => {
    await expect(run(command)).rejects.toThrow(message);
  });
});
