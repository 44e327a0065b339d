import { createHash, randomBytes } from 'node:crypto';
import {
  beginTotpSetUp,
  confirmTotpSetUp,
  deleteSession,
  Role,
  requestOf,
  SignInWithSecondFactor,
  VerifySession,
} from '@chat/contracts';
import { CuttableProxy, eventually } from '@chat/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { totpCode } from '../second-factors/totp.js';
import { personAtProvider, signInWithIdentity } from '../testing/person-at-provider.js';
import { REALM_ID, TEST_REALM, UsersUnderTest } from '../testing/users-under-test.js';

const PASSWORD = 'correct horse battery';
const away = { code: 'SERVICE_UNAVAILABLE', status: 503 };

let users: UsersUnderTest;
let proxy: CuttableProxy;
beforeAll(async () => {
  users = await UsersUnderTest.start({ replicas: 0 });
  proxy = await CuttableProxy.start(users.database.url);
  users.realm = { ...TEST_REALM, inviteRequired: false };
  users.database = { ...users.database, url: proxy.url };
  await users.startReplicas(2);
});
afterAll(async () => {
  await users?.stop();
  await proxy?.close();
});

const cutDatabase = () => {
  proxy.isCutDue = () => true;
  proxy.cut();
};
const restoreDatabase = () => {
  proxy.isCutDue = () => false;
};
afterEach(restoreDatabase);

const newTokenHash = () => createHash('sha256').update(randomBytes(32)).digest('base64url');
const verify = (tokenHash: string) => users.ask(VerifySession, { realmId: REALM_ID, tokenHash });

describe('while PostgreSQL is away', () => {
  it('a code is neither wrong nor used up', async () => {
    const ana = await users.person(Role.Member, { password: PASSWORD });
    const { secret } = await users.call(beginTotpSetUp, ana, { password: PASSWORD });
    await users.call(confirmTotpSetUp, ana, { code: totpCode(secret, Date.now()) });
    await users.sql('UPDATE second_factors SET last_step = NULL WHERE user_id = $1', [ana.userId]);
    const first = await users.signIn(ana, PASSWORD, {});
    const token = first.result === 'second_factor' ? first.secondFactorToken : '';
    const target = { kind: 'web', userAgent: 'Firefox/140', clientAddress: '10.2.0.1' } as const;
    const secondStep = (code: string) =>
      users.ask(SignInWithSecondFactor, {
        ...{ realmId: REALM_ID, token, code },
        target: { ...target, tokenHash: newTokenHash() },
      });

    cutDatabase();
    // More often than the number of wrong codes that an account has.
    for (let n = 0; n < 6; n++) await expect(secondStep(totpCode(secret, Date.now()))).rejects.toMatchObject(away);
    restoreDatabase();

    const result = await eventually(() => secondStep(totpCode(secret, Date.now())));
    expect(result).toMatchObject({ result: 'session' });
  });

  it('a person at a provider gets no session, and afterwards one account', async () => {
    const person = personAtProvider();

    cutDatabase();
    await expect(signInWithIdentity(users, person)).rejects.toMatchObject(away);
    restoreDatabase();

    expect(await eventually(() => signInWithIdentity(users, person))).toMatchObject({ result: 'session' });
    const accounts = await users.sql('SELECT 1 FROM account WHERE delivery_email = $1', [person.email]);
    expect(accounts).toHaveLength(1);
  });

  it('a valid session is not refused as ended, and an ended one is not accepted', async () => {
    const ana = await users.person(Role.Member, { password: PASSWORD });
    const [valid, ended] = [await users.session(ana, PASSWORD), await users.session(ana, PASSWORD)];
    await users.ask(requestOf(deleteSession), { actor: ana, parameters: { sessionId: ended.sessionId } });

    cutDatabase();
    for (const { tokenHash } of [valid, ended]) await expect(verify(tokenHash)).rejects.toMatchObject(away);
    restoreDatabase();

    await eventually(() => verify(valid.tokenHash));
    await expect(verify(ended.tokenHash)).rejects.toMatchObject({ status: 401 });
  });
});
