import {
  deleteBotStorage,
  getBotStorage,
  MAX_BOT_STORAGE_CHARACTERS,
  MAX_BOT_STORAGE_KEY_LENGTH,
  putBotStorage,
  Role,
} from '@chat/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

let users: UsersUnderTest;
let bot: TestUser;
beforeAll(async () => {
  users = await UsersUnderTest.start({ replicas: 2 });
});
afterAll(() => users.stop());
beforeEach(async () => {
  bot = await users.person(Role.Member);
});

const selected = (keys?: string[]) => (keys === undefined ? {} : { keys });
const put = (storage: Record<string, string>, actor = bot) => users.call(putBotStorage, actor, { storage });
const get = async (keys?: string[], actor = bot) => (await users.call(getBotStorage, actor, selected(keys))).storage;
const forget = (keys?: string[]) => users.call(deleteBotStorage, bot, selected(keys));

/** The stored entries and the stored size. */
async function counted(): Promise<number[]> {
  const client = new pg.Client({ connectionString: users.database.url });
  await client.connect();
  const { rows } = await client.query(
    `SELECT (SELECT coalesce(sum(char_length(key) + char_length(value)), 0) FROM users.bot_storage WHERE user_id = $1) AS stored,
            (SELECT characters FROM users.bot_storage_size WHERE user_id = $1) AS counted`,
    [bot.userId],
  );
  await client.end();
  return [Number(rows[0].stored), Number(rows[0].counted)];
}

describe('the storage of a bot', () => {
  it('stores, replaces and deletes texts under keys, separately for each account', async () => {
    const other = await users.person(Role.Member);

    await put({ state: '{"n":1}', 'schlüssel 🗝': '' });
    await put({ state: '{"n":2}' });
    await put({ state: 'another' }, other);

    expect(await get()).toEqual({ state: '{"n":2}', 'schlüssel 🗝': '' });
    expect(await get(['state'])).toEqual({ state: '{"n":2}' });
    await forget(['state']);
    expect(await get()).toEqual({ 'schlüssel 🗝': '' });
    await forget();
    expect(await get()).toEqual({});
    expect(await get(undefined, other)).toEqual({ state: 'another' });
  });

  it('refuses an unknown key and then changes nothing', async () => {
    await put({ a: '1' });

    await expect(get(['a', 'b'])).rejects.toMatchObject({ message: 'Key does not exist.' });
    await expect(forget(['a', 'b'])).rejects.toMatchObject({ message: 'Key does not exist.' });
    expect(await get()).toEqual({ a: '1' });
    await expect(forget(['a', 'a'])).resolves.toEqual({});
  });

  it('accepts keys of the maximum length and no longer keys', async () => {
    const longest = '🗝'.repeat(MAX_BOT_STORAGE_KEY_LENGTH);

    await put({ [longest]: 'x' });

    expect(await get()).toEqual({ [longest]: 'x' });
    expect(await get([longest])).toEqual({ [longest]: 'x' });
    await expect(put({ [`${longest}.`]: 'x' })).rejects.toMatchObject({ message: expect.stringContaining('too long') });
  });

  it('limits the stored characters after replacement, also under simultaneous writes', async () => {
    const quarter = 10_000;
    const half = (MAX_BOT_STORAGE_CHARACTERS - 4 * quarter) / 2;
    for (const key of ['1', '2']) await put({ [key]: 'x'.repeat(half - 1) });
    const text = 'x'.repeat(quarter - 1);
    const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
    const results = await Promise.allSettled(keys.map((name) => put({ [name]: text })));

    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(2);
    expect(refused[0]?.reason.message).toMatch(/^Cannot set state\. Request would require 10010000 bytes storage\./);
    const [stored, size] = await counted();
    expect(stored).toBe(MAX_BOT_STORAGE_CHARACTERS);
    expect(size).toBe(stored);
    const key = keys[results.findIndex(({ status }) => status === 'fulfilled')] as string;
    await put({ [key]: text.replaceAll('x', 'y') });
    await expect(put({ [key]: `${text}y` })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await forget([key]);
    expect(await counted()).toEqual([MAX_BOT_STORAGE_CHARACTERS - quarter, MAX_BOT_STORAGE_CHARACTERS - quarter]);
  });
});
