import { createHash, randomBytes } from 'node:crypto';
import {
  beginTotpSetUp,
  ConfirmSetUpAtSignIn,
  confirmTotpSetUp,
  deactivateUser,
  deleteSessionsOfUser,
  fetchApiKey,
  listSessions,
  Role,
  SecondFactorPolicy,
  ShowSetUpAtSignIn,
  type SignInResult,
  SignInWithPassword,
  SignInWithSecondFactor,
  updateOwnSettings,
  VerifySession,
} from '@chat/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { totpCode } from '../second-factors/totp.js';
import { personAtProvider, signInWithIdentity } from '../testing/person-at-provider.js';
import { REALM_ID, TEST_REALM, type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

const PASSWORD = 'correct horse battery';
const signInAgain = 'Sign in again';
const methodDisabled = {
  ...{ code: 'AUTHENTICATION_METHOD_DISABLED', status: 401 },
  message: 'This organization no longer accepts the method by which this sign-in began',
};

let users: UsersUnderTest;
beforeAll(async () => {
  users = await UsersUnderTest.start({ replicas: 2 });
});
afterAll(() => users.stop());
afterEach(() => users.changeRealm({ secondFactorPolicy: SecondFactorPolicy.Optional, emailAuthEnabled: true }));

const person = (role: Role = Role.Member) => users.person(role, { password: PASSWORD });
const codeNow = (secret: string, steps = 0) => totpCode(secret, Date.now() + steps * 30_000);

async function withSecondFactor(role: Role = Role.Member) {
  const ana = await person(role);
  const { secret } = await users.call(beginTotpSetUp, ana, { password: PASSWORD });
  const { recovery_codes: recoveryCodes } = await users.call(confirmTotpSetUp, ana, { code: codeNow(secret) });
  await users.sql('UPDATE second_factors SET last_step = NULL WHERE user_id = $1', [ana.userId]);
  return { ana, secret, recoveryCodes };
}

let addresses = 0;
const target = (token = randomBytes(32).toString('base64url')) => ({
  kind: 'web' as const,
  tokenHash: createHash('sha256').update(token).digest('base64url'),
  userAgent: 'Firefox/140',
  clientAddress: `10.1.0.${++addresses}`,
});
const byPassword = ({ email }: TestUser, password = PASSWORD) =>
  users.ask(SignInWithPassword, { realmId: REALM_ID, username: email, password, target: target() });
/** Asserts that there is no session yet. */
async function firstStep(ana: TestUser, needsSetUp = false): Promise<string> {
  const result = await byPassword(ana);
  expect(result).toEqual({ result: 'second_factor', secondFactorToken: expect.any(String), needsSetUp });
  return (result as Extract<SignInResult, { result: 'second_factor' }>).secondFactorToken;
}
const secondStep = (token: string, code: string) =>
  users.ask(SignInWithSecondFactor, { realmId: REALM_ID, token, code, target: target() });
const fetchKey = ({ email }: TestUser, more: { password?: string; code?: string } = {}) =>
  users.call(fetchApiKey, null, { username: email, password: PASSWORD, ...more });
const policy = (secondFactorPolicy: number) => users.changeRealm({ secondFactorPolicy });

describe('a sign-in to an account with a second factor', () => {
  it('begins its session after the code', async () => {
    const { ana, secret } = await withSecondFactor();

    const token = await firstStep(ana);
    expect((await users.call(listSessions, ana, {})).sessions).toEqual([]);
    expect(await secondStep(token, codeNow(secret))).toMatchObject({ result: 'session' });

    expect((await users.call(listSessions, ana, {})).sessions).toMatchObject([{ auth_method: 'password' }]);
  });

  it('takes a recovery code', async () => {
    const { ana, recoveryCodes } = await withSecondFactor();

    const result = await secondStep(await firstStep(ana), ` ${recoveryCodes[3]?.toLowerCase()}`);

    expect(result).toMatchObject({ result: 'session' });
  });

  it('goes on after a wrong code, and ends with the right one', async () => {
    const { ana, secret } = await withSecondFactor();
    const token = await firstStep(ana);

    await expect(secondStep(token, '000000x')).rejects.toThrow('Invalid code');
    await secondStep(token, codeNow(secret));

    await expect(secondStep(token, codeNow(secret, 1))).rejects.toThrow(signInAgain);
  });

  it('works once in simultaneous requests with different codes', async () => {
    const { ana, recoveryCodes } = await withSecondFactor();
    const token = await firstStep(ana);

    const outcomes = await Promise.allSettled(
      Array.from({ length: 16 }, (_, n) => secondStep(token, recoveryCodes[n % 10] as string)),
    );

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await users.call(listSessions, ana, {})).sessions).toHaveLength(1);
  });

  it('has five tries per account, also by several first steps', async () => {
    const { ana, secret } = await withSecondFactor();
    const tokens = [await firstStep(ana), await firstStep(ana)];
    for (let n = 0; n < 5; n++) {
      await expect(secondStep(tokens[n % 2] as string, '000000x')).rejects.toThrow('Invalid code');
    }

    await expect(secondStep(await firstStep(ana), codeNow(secret))).rejects.toMatchObject({ status: 429 });
    await expect(fetchKey(ana, { code: codeNow(secret) })).rejects.toMatchObject({ status: 429 });
  });

  it('ends after ten minutes', async () => {
    const { ana, secret } = await withSecondFactor();
    const token = await firstStep(ana);
    await users.sql(`UPDATE pending_sign_ins SET created_at = now() - interval '11 minutes' WHERE user_id = $1`, [
      ana.userId,
    ]);

    await expect(secondStep(token, codeNow(secret))).rejects.toThrow(signInAgain);
  });

  it.each<[string, (ana: TestUser, owner: TestUser) => Promise<unknown>]>([
    [
      'a new password',
      (ana) => users.call(updateOwnSettings, ana, { oldPassword: PASSWORD, newPassword: 'nine purple elephants' }),
    ],
    ['the end of all sessions', (ana, owner) => users.call(deleteSessionsOfUser, owner, { userId: ana.userId })],
    ['the deactivation', (ana, owner) => users.call(deactivateUser, owner, { userId: ana.userId })],
  ])('ends with %s', async (_, end) => {
    const [owner, { ana, secret }] = [await person(Role.Owner), await withSecondFactor()];
    const token = await firstStep(ana);

    await end(ana, owner);

    await expect(secondStep(token, codeNow(secret))).rejects.toThrow(signInAgain);
  });

  it('is refused if the realm no longer accepts passwords', async () => {
    const { ana, secret } = await withSecondFactor();
    const token = await firstStep(ana);
    await users.changeRealm({ emailAuthEnabled: false });

    await expect(secondStep(token, codeNow(secret))).rejects.toMatchObject(methodDisabled);
  });

  it.each([
    ['oidc:keycloak', 'OpenID Connect'],
    ['saml:corp', 'SAML'],
  ])('by %s is refused while the realm does not accept %s', async (provider, method) => {
    const { ana, secret } = await withSecondFactor();
    const result = await signInWithIdentity(users, personAtProvider({ email: ana.email, provider }));
    const token = 'secondFactorToken' in result ? result.secondFactorToken : '';
    const { authenticationMethods } = TEST_REALM;
    await users.changeRealm({ authenticationMethods: { ...authenticationMethods, [method]: false } });

    await expect(secondStep(token, codeNow(secret))).rejects.toMatchObject(methodDisabled);
    await users.changeRealm({ authenticationMethods });
    expect(await secondStep(token, codeNow(secret))).toMatchObject({ result: 'session' });
  });

  it('is not revealed by a wrong password', async () => {
    const [ben, { ana, secret }] = [await person(), await withSecondFactor()];
    const errors = [ana, ben].map(async (one) => [
      await byPassword(one, 'wrong').catch((error: unknown) => error),
      await fetchKey(one, { password: 'wrong', code: codeNow(secret) }).catch((error: unknown) => error),
    ]);

    const [ofAna, ofBen] = await Promise.all(errors);

    expect(ofAna).toEqual(ofBen);
    expect(ofAna).toMatchObject([{ code: 'AUTHENTICATION_FAILED' }, { code: 'AUTHENTICATION_FAILED' }]);
  });

  it.each(['', 'x', '\0', 'a'.repeat(43)])('does not begin with the token %j', async (token) => {
    await expect(secondStep(token, '123456')).rejects.toThrow(signInAgain);
    await expect(users.ask(ShowSetUpAtSignIn, { realmId: REALM_ID, token })).rejects.toThrow(signInAgain);
  });
});

describe('POST /fetch_api_key', () => {
  it('needs the code of an account with a second factor', async () => {
    const { ana, secret, recoveryCodes } = await withSecondFactor();

    for (const more of [{}, { code: '000000' }, { code: '' }]) {
      await expect(fetchKey(ana, more)).rejects.toMatchObject({ code: 'SECOND_FACTOR_REQUIRED', status: 401 });
    }
    const code = codeNow(secret);
    expect(await fetchKey(ana, { code })).toMatchObject({ api_key: ana.apiKey });
    await expect(fetchKey(ana, { code })).rejects.toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
    expect(await fetchKey(ana, { code: recoveryCodes[0] as string })).toMatchObject({ api_key: ana.apiKey });
  });

  it('ignores the code of an account without one', async () => {
    const ben = await person();

    expect(await fetchKey(ben, { code: '123456' })).toMatchObject({ api_key: ben.apiKey });
  });

  it('is refused to people without a required second factor', async () => {
    const [ben, admin] = [await person(), await person(Role.Administrator)];
    await policy(SecondFactorPolicy.Administrators);

    expect(await fetchKey(ben)).toMatchObject({ api_key: ben.apiKey });
    await expect(fetchKey(admin)).rejects.toMatchObject({ code: 'SECOND_FACTOR_SETUP_REQUIRED', status: 403 });
    await expect(fetchKey(admin, { password: 'wrong' })).rejects.toMatchObject({ code: 'AUTHENTICATION_FAILED' });
  });
});

describe('a sign-in without a required second factor', () => {
  it('sets one up first, shows it again, and then begins its session without another code', async () => {
    const ben = await person();
    await policy(SecondFactorPolicy.Everyone);
    const token = await firstStep(ben, true);

    const setUp = await users.ask(ShowSetUpAtSignIn, { realmId: REALM_ID, token });
    expect(await users.ask(ShowSetUpAtSignIn, { realmId: REALM_ID, token })).toEqual(setUp);
    const confirm = (code: string) =>
      users.ask(ConfirmSetUpAtSignIn, { realmId: REALM_ID, token, code, clientAddress: '10.0.0.1' });
    await expect(secondStep(token, codeNow(setUp.secret))).rejects.toThrow('Invalid code');
    await expect(confirm('000000x')).rejects.toThrow('Invalid code');
    expect((await confirm(codeNow(setUp.secret))).recoveryCodes).toHaveLength(10);
    const results = await Promise.allSettled(Array.from({ length: 16 }, () => secondStep(token, '')));

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await firstStep(ben);
  });

  it('does not see the set-up of another sign-in', async () => {
    const ben = await person();
    await policy(SecondFactorPolicy.Everyone);
    const [one, other] = [await firstStep(ben, true), await firstStep(ben, true)];

    const first = await users.ask(ShowSetUpAtSignIn, { realmId: REALM_ID, token: one });
    const second = await users.ask(ShowSetUpAtSignIn, { realmId: REALM_ID, token: other });

    expect(second.secret).not.toBe(first.secret);
  });

  it('does not replace a second factor that was set up meanwhile', async () => {
    const ben = await person();
    await policy(SecondFactorPolicy.Everyone);
    const token = await firstStep(ben, true);
    const { secret } = await users.call(beginTotpSetUp, ben, { password: PASSWORD });
    await users.call(confirmTotpSetUp, ben, { code: codeNow(secret) });

    await expect(users.ask(ShowSetUpAtSignIn, { realmId: REALM_ID, token })).rejects.toThrow('already have');
  });

  it('goes on for roles that need none', async () => {
    const ben = await person();
    await policy(SecondFactorPolicy.Administrators);

    expect(await byPassword(ben)).toMatchObject({ result: 'session' });
  });
});

it('a session of a person without a required second factor may only set it up', async () => {
  const ben = await person();
  const token = randomBytes(32).toString('base64url');
  const begun = target(token);
  await users.ask(SignInWithPassword, { realmId: REALM_ID, username: ben.email, password: PASSWORD, target: begun });
  const needs = async () => {
    const { state } = await users.ask(VerifySession, { realmId: REALM_ID, tokenHash: begun.tokenHash });
    return state.needsSecondFactor;
  };

  const before = await needs();
  await policy(SecondFactorPolicy.Everyone);
  const required = await needs();
  const { secret } = await users.call(beginTotpSetUp, ben, { password: PASSWORD });
  await users.call(confirmTotpSetUp, ben, { code: codeNow(secret) });

  expect([before, required, await needs()]).toEqual([undefined, true, undefined]);
});
