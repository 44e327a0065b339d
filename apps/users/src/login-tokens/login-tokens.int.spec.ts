import { createHash, randomBytes } from 'node:crypto';
import {
  ChangeUserAsOperator,
  deleteSessions,
  listSessions,
  RedeemLoginToken,
  Role,
  updateOwnSettings,
  VerifySession,
} from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REALM_ID, type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

const PASSWORD = 'correct horse battery';
const notValid = 'This link is not valid or has expired.';

let users: UsersUnderTest;
beforeAll(async () => {
  users = await UsersUnderTest.start({ replicas: 2 });
});
afterAll(() => users.stop());

const person = () => users.person(Role.Member, { password: PASSWORD });
async function issue(ana: TestUser): Promise<string> {
  const result = await users.signIn(ana, PASSWORD, { kind: 'desktop' });
  return result.result === 'login_token' ? result.loginToken : '';
}
const newHash = () => createHash('sha256').update(randomBytes(32)).digest('base64url');
const redeem = (token: string, { tokenHash = newHash(), realmId = REALM_ID } = {}) => {
  const app = { kind: 'web', tokenHash, clientAddress: '10.9.9.9', userAgent: 'Desk/1.0 (Windows NT 10.0)' } as const;
  return users.ask(RedeemLoginToken, { realmId, token, target: app });
};
const sessionsOf = async (ana: TestUser) => (await users.call(listSessions, ana, {})).sessions;

describe('a login token', () => {
  it('has 32 letters and digits and begins the session of the app', async () => {
    const ana = await person();
    const token = await issue(ana);
    expect(token).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(await sessionsOf(ana)).toEqual([]);

    const tokenHash = newHash();
    const { sessionId } = await redeem(token, { tokenHash });

    expect((await users.ask(VerifySession, { realmId: REALM_ID, tokenHash })).state.userId).toBe(ana.userId);
    expect(await sessionsOf(ana)).toMatchObject([
      {
        ...{ session_id: sessionId, kind: 'desktop', auth_method: 'password' },
        ...{ device: 'Desk on Windows', ip_address: '10.9.9.9' },
      },
    ]);
  });

  it('has the destination of the sign-in', async () => {
    const ana = await person();
    const { loginToken } = (await users.signIn(ana, PASSWORD, { kind: 'desktop', next: '/account/key/' })) as {
      loginToken: string;
    };

    expect(await redeem(loginToken)).toMatchObject({ result: 'session', next: '/account/key/' });
    expect(await redeem(await issue(ana))).not.toHaveProperty('next');
  });

  it('works once, also in sixteen simultaneous requests', async () => {
    const ana = await person();
    const token = await issue(ana);

    const results = await Promise.allSettled(Array.from({ length: 16 }, () => redeem(token)));

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await sessionsOf(ana)).toHaveLength(1);
    await expect(redeem(token)).rejects.toThrow(notValid);
  });

  it('lives for fifteen seconds in Redis, by a hash only', async () => {
    const token = await issue(await person());
    const { redis } = users.redis;
    const keys = await redis.keys('*login-token:*');

    expect(keys).toHaveLength(1);
    expect(keys[0]).not.toContain(token);
    const [lifetime, value] = [await redis.pttl(keys[0] ?? ''), await redis.get(keys[0] ?? '')];
    expect(value).not.toContain(token);
    expect([lifetime > 0, lifetime <= 15_000]).toEqual([true, true]);
    await redis.del(...keys);
    await expect(redeem(token)).rejects.toThrow(notValid);
  });

  it.each([['x'], [''], ['\0'], ['*'], ['a'.repeat(32)], ['a'.repeat(100_000)]])(
    'is not made up, however it looks (%#)',
    async (token) => {
      await expect(redeem(token)).rejects.toThrow(notValid);
    },
  );

  it('is of its realm only', async () => {
    await expect(redeem(await issue(await person()), { realmId: REALM_ID + 1 })).rejects.toThrow(notValid);
  });

  it.each([
    ['all sessions', (ana: TestUser) => users.call(deleteSessions, ana, { keepCurrent: true, apiKey: false })],
    [
      'the password',
      (ana: TestUser) => users.call(updateOwnSettings, ana, { oldPassword: PASSWORD, newPassword: 'another good one' }),
    ],
  ])('ends with %s', async (_, end) => {
    const ana = await person();
    const token = await issue(ana);

    await end(ana);

    await expect(redeem(token)).rejects.toThrow(notValid);
    expect(await sessionsOf(ana)).toEqual([]);
  });

  it('begins no session of a deactivated account, nor by a way that the realm no longer accepts', async () => {
    const [ana, ben] = [await person(), await person()];
    const [ofAna, ofBen] = [await issue(ana), await issue(ben)];

    await users.ask(ChangeUserAsOperator, { realmId: REALM_ID, email: ana.email, isActive: false });
    await users.changeRealm({ emailAuthEnabled: false });

    await expect(redeem(ofBen)).rejects.toMatchObject({
      code: 'AUTHENTICATION_METHOD_DISABLED',
      message: 'This organization no longer accepts the method by which this sign-in began',
      status: 401,
    });
    await users.changeRealm({ emailAuthEnabled: true });
    await expect(redeem(ofAna)).rejects.toMatchObject({ code: 'USER_DEACTIVATED' });
  });
});
