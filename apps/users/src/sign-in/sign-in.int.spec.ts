import {
  ChangeUserAsOperator,
  fetchApiKey,
  fetchOwnApiKey,
  Role,
  regenerateApiKey,
  requestOf,
  updateOwnSettings,
  VerifyCredentials,
} from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REALM_ID, TEST_REALM, UsersUnderTest } from '../testing/users-under-test.js';

const PASSWORD = 'correct horse battery';
let users: UsersUnderTest;
beforeAll(async () => {
  users = await UsersUnderTest.start({ replicas: 2 });
});
afterAll(() => users.stop());

let addresses = 0;
const signIn = (username: string, password: string, address = `10.0.0.${++addresses}`) =>
  users.ask(requestOf(fetchApiKey), { actor: null, parameters: { username, password }, clientAddress: address });
const wrong = { code: 'AUTHENTICATION_FAILED', status: 401, message: 'Your username or password is incorrect' };

describe('signing in by password', () => {
  it('returns the key, the real address and the id, each time the same key', async () => {
    const ana = await users.person(Role.Member, { password: PASSWORD });

    const first = await signIn(ana.email.toUpperCase(), PASSWORD);

    expect(first).toEqual({ api_key: ana.apiKey, email: ana.email, user_id: ana.userId });
    expect(await signIn(ana.email, PASSWORD)).toEqual(first);
  });

  it('responds equally and after a similar time to an unknown name and a wrong password', async () => {
    const ana = await users.person(Role.Member, { password: PASSWORD });
    const timeOf = async (username: string) => {
      const startedAt = performance.now();
      await expect(signIn(username, 'wrong password')).rejects.toMatchObject(wrong);
      return performance.now() - startedAt;
    };
    await timeOf('warm@example.com');
    const times: [number, number][] = [];
    for (let n = 0; n < 4; n++) times.push([await timeOf(ana.email), await timeOf('nobody@example.com')]);

    // The fastest of several runs, so that other work of the machine does not count.
    const [known, unknown] = [0, 1].map((which) => Math.min(...times.map((pair) => pair[which] as number))) as [
      number,
      number,
    ];

    expect(unknown).toBeGreaterThan(known / 5);
    expect(known).toBeGreaterThan(unknown / 5);
  });

  it('refuses an invalid address', async () => {
    await expect(signIn('ana', PASSWORD)).rejects.toMatchObject({
      message: 'Enter a valid email address.',
      status: 400,
    });
  });

  it('refuses an account that never had a password, and bots', async () => {
    const ana = await users.person(Role.Member);
    const bot = await users.person(Role.Member, { isBot: true, botOwnerId: ana.userId, password: PASSWORD });

    await expect(signIn(ana.email, '')).rejects.toMatchObject(wrong);
    await expect(signIn(bot.email, PASSWORD)).rejects.toMatchObject(wrong);
  });

  it('reveals a deactivated account only with the right password', async () => {
    const ana = await users.person(Role.Member, { password: PASSWORD });
    await users.ask(ChangeUserAsOperator, { realmId: REALM_ID, email: ana.email, isActive: false });

    await expect(signIn(ana.email, PASSWORD)).rejects.toMatchObject({ code: 'USER_DEACTIVATED', status: 401 });
    await expect(signIn(ana.email, 'wrong')).rejects.toMatchObject(wrong);
  });

  it('accepts five wrong tries of an account, also simultaneous tries from several addresses', async () => {
    const ana = await users.person(Role.Member, { password: PASSWORD });

    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => signIn(n % 2 ? ana.email : ana.email.toUpperCase(), `wrong ${n}`)),
    );

    const codes = tries.map((result) => (result as PromiseRejectedResult).reason.code);
    expect(codes.filter((code) => code === 'AUTHENTICATION_FAILED')).toHaveLength(5);
    expect(codes.filter((code) => code === 'RATE_LIMIT_HIT')).toHaveLength(15);
    await expect(signIn(ana.email, PASSWORD)).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT', status: 429 });
  });

  it('accepts any number of simultaneous right tries', async () => {
    const ana = await users.person(Role.Member, { password: PASSWORD });

    const keys = await Promise.all(Array.from({ length: 8 }, () => signIn(ana.email, PASSWORD)));

    expect(new Set(keys.map((answer) => answer.api_key))).toEqual(new Set([ana.apiKey]));
  });

  it('limits unknown names like known names', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => signIn('ghost@example.com', 'x')));

    expect(tries.filter((result) => (result as PromiseRejectedResult).reason.code === 'RATE_LIMIT_HIT')).toHaveLength(
      1,
    );
  });

  it('limits the addresses of a network together, across accounts', async () => {
    const names = Array.from({ length: 101 }, (_, n) => `guess${n}@example.com`);
    const results: string[] = [];
    for (let from = 0; from < names.length; from += 20) {
      const batch = await Promise.allSettled(
        names.slice(from, from + 20).map((name, n) => signIn(name, 'x', `2001:db8:6:6::${n}`)),
      );
      results.push(...batch.map((result) => (result as PromiseRejectedResult).reason.code));
    }

    expect(results.filter((code) => code === 'RATE_LIMIT_HIT')).toHaveLength(1);
  });
});

describe('a password', () => {
  const change = (ana: Awaited<ReturnType<typeof users.person>>, oldPassword: string, newPassword: string) =>
    users.call(updateOwnSettings, ana, { oldPassword, newPassword });

  it('is changed with the old password as proof', async () => {
    const ana = await users.person(Role.Member, { password: PASSWORD });

    await expect(change(ana, 'wrong', 'another good one')).rejects.toThrow('Wrong password!');
    await expect(change(ana, PASSWORD, 'abcdef')).rejects.toThrow('New password is too weak!');
    await change(ana, PASSWORD, 'another good one');

    await expect(signIn(ana.email, PASSWORD)).rejects.toMatchObject(wrong);
    expect((await signIn(ana.email, 'another good one')).api_key).toBe(ana.apiKey);
  });

  it('is changed by one of two simultaneous requests with the same old password', async () => {
    const ana = await users.person(Role.Member, { password: PASSWORD });
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const blocker = await users.connections.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT 1 FROM account WHERE user_id = $1 FOR UPDATE', [ana.userId]);
    const changes = ['another good one', 'a good one more'].map((password) => change(ana, PASSWORD, password));
    const done = Promise.allSettled(changes);
    await eventually(async () => (await users.sql(waiting)).length === 2).finally(() => blocker.query('COMMIT'));
    blocker.release();

    const refused = (await done).filter((result) => result.status === 'rejected');
    expect(refused.map(({ reason }) => reason.message)).toEqual(['Wrong password!']);
  });

  it('counts wrong old passwords as failed sign-ins', async () => {
    const ana = await users.person(Role.Member, { password: PASSWORD });
    for (let n = 0; n < 5; n++) await expect(change(ana, `guess ${n}`, 'another good one')).rejects.toThrow();

    await expect(change(ana, PASSWORD, 'another good one')).rejects.toThrow(
      /^You're making too many attempts! Try again in \d+ seconds\.$/,
    );
  });
});

describe('the key of a signed-in account', () => {
  it('is returned for its password only, and wrong ones count as failed sign-ins', async () => {
    const ana = await users.person(Role.Member, { password: PASSWORD });
    const key = { api_key: ana.apiKey, email: ana.email, user_id: ana.userId };

    expect(await users.call(fetchOwnApiKey, ana, { password: PASSWORD })).toEqual(key);
    for (let n = 0; n < 5; n++) {
      await expect(users.call(fetchOwnApiKey, ana, { password: 'x' })).rejects.toThrow('Password is incorrect.');
    }
    const limited = { code: 'RATE_LIMIT_HIT', status: 429 };
    await expect(users.call(fetchOwnApiKey, ana, { password: PASSWORD })).rejects.toMatchObject(limited);
    await expect(signIn(ana.email, PASSWORD)).rejects.toMatchObject(limited);
  });
});

it('a new API key replaces the former key', async () => {
  const ana = await users.person(Role.Member);

  const events = await users.eventsOf(async () => {
    const { api_key: apiKey } = await users.call(regenerateApiKey, ana, {});
    expect(apiKey).toMatch(/^[A-Za-z0-9]{32}$/);
    const known = await users.ask(VerifyCredentials, { realmId: REALM_ID, email: ana.email, apiKey });
    expect(known.state.userId).toBe(ana.userId);
  });

  expect(events.map((event) => event.type)).toEqual(['users.api_key_changed']);
  const old = users.ask(VerifyCredentials, { realmId: REALM_ID, email: ana.email, apiKey: ana.apiKey });
  await expect(old).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

describe('a realm', () => {
  let other: UsersUnderTest;
  beforeAll(async () => {
    other = await UsersUnderTest.start();
  });
  afterAll(() => other.stop());

  it('refuses every sign-in when it is deactivated', async () => {
    other.realm = { ...TEST_REALM, isDeactivated: true };
    const request = { actor: null, parameters: { username: 'a@b.c', password: 'x' }, clientAddress: '::1' };

    await expect(other.ask(requestOf(fetchApiKey), request)).rejects.toMatchObject({
      code: 'REALM_DEACTIVATED',
      status: 401,
    });
  });
});
