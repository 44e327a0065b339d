import { randomBytes } from 'node:crypto';
import {
  addPasskey,
  BeginPasskeySignIn,
  beginPasskey,
  deactivateUser,
  deletePasskey,
  listPasskeys,
  listSessions,
  MAX_PASSKEYS_PER_USER,
  PasskeysChanged,
  Role,
  SecondFactorPolicy,
  SignInWithPasskey,
} from '@chat/contracts';
import { type ResponseChanges, SoftwareAuthenticator } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { REALM_ID, TEST_REALM, type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

const PASSWORD = 'correct horse battery';
const ORIGIN = 'https://chat.example';
const SIMULTANEOUS = 16;

let users: UsersUnderTest;
let signIns = 0;
beforeAll(async () => {
  users = await UsersUnderTest.start({ replicas: 2 });
  users.realm = { ...TEST_REALM, url: ORIGIN };
});
afterAll(() => users.stop());

const person = () => users.person(Role.Member, { password: PASSWORD });

async function options(user: TestUser): Promise<Record<string, unknown>> {
  return (await users.call(beginPasskey, user, { password: PASSWORD })).options;
}

const add = async (user: TestUser, device: SoftwareAuthenticator, changes?: ResponseChanges) =>
  users.call(addPasskey, user, { name: 'Laptop', response: device.register(await options(user), changes) });

async function withPasskey(): Promise<{ user: TestUser; device: SoftwareAuthenticator; passkey_id: number }> {
  const [user, device] = [await person(), new SoftwareAuthenticator(ORIGIN)];
  return { user, device, ...(await add(user, device)) };
}

/** From another address each time, so that failures do not add up. */
const target = () => ({
  kind: 'web' as const,
  tokenHash: randomBytes(32).toString('base64url'),
  userAgent: '',
  clientAddress: `10.2.0.${++signIns}`,
});

async function challenge(browserHash = 'browser'): Promise<Record<string, unknown>> {
  return (await users.ask(BeginPasskeySignIn, { realmId: REALM_ID, browserHash })).options;
}

const signInWith = (response: Record<string, unknown>, browserHash = 'browser') =>
  users.ask(SignInWithPasskey, { realmId: REALM_ID, browserHash, response, target: target() });

describe('a passkey', () => {
  it('is announced when it is added or deleted, without its name, and a refused request is not', async () => {
    const ofUser = async (userId: number) =>
      (await users.events()).filter(PasskeysChanged.matches).filter(({ payload }) => payload.userId === userId);
    const { user, passkey_id: passkeyId } = await withPasskey();
    expect(await ofUser(user.userId)).toMatchObject([{ payload: { userId: user.userId } }]);
    const remove = () => users.call(deletePasskey, user, { passkeyId, password: PASSWORD });

    await remove();

    await expect(remove()).rejects.toThrow('No such passkey');
    const events = await ofUser(user.userId);
    expect(events).toHaveLength(2);
    expect(JSON.stringify(events)).not.toContain('Laptop');
  });

  it('is discoverable, verifies the user and has no personal data in its handle', async () => {
    const user = await person();

    expect(await options(user)).toMatchObject({
      rp: { id: 'chat.example', name: 'Testers' },
      user: { id: Buffer.from(`${REALM_ID}:${user.userId}`).toString('base64url'), name: user.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    });
  });

  it('is listed, signs in, and is deleted', async () => {
    const { user, device, passkey_id } = await withPasskey();
    expect((await users.call(listPasskeys, user, {})).passkeys).toEqual([
      { passkey_id, name: 'Laptop', created_at: expect.any(Number), last_used_at: null },
    ]);

    const result = await signInWith(device.signIn(await challenge()));
    expect(result).toMatchObject({ result: 'session' });
    expect((await users.call(listSessions, user, {})).sessions).toMatchObject([{ auth_method: 'passkey' }]);
    expect((await users.call(listPasskeys, user, {})).passkeys).toMatchObject([{ last_used_at: expect.any(Number) }]);

    await users.call(deletePasskey, user, { passkeyId: passkey_id, password: PASSWORD });
    expect((await users.call(listPasskeys, user, {})).passkeys).toEqual([]);
    await expect(signInWith(device.signIn(await challenge()))).rejects.toThrow('the passkey is unknown');
  });

  it('counts as both factors', async () => {
    const { user, device } = await withPasskey();
    await users.changeRealm({ secondFactorPolicy: SecondFactorPolicy.Everyone });

    expect(await users.signIn(user, PASSWORD, {})).toMatchObject({ result: 'second_factor' });
    expect(await signInWith(device.signIn(await challenge()))).toMatchObject({ result: 'session' });
    await users.changeRealm({ secondFactorPolicy: SecondFactorPolicy.Optional });
  });

  it('needs the password or a recent sign-in for its first request and its end', async () => {
    const { user, passkey_id } = await withPasskey();
    const { sessionId } = await users.session(user, PASSWORD);
    const refused = { code: 'REAUTHENTICATION_REQUIRED', status: 401 };

    await expect(users.call(beginPasskey, user, {})).rejects.toMatchObject(refused);
    await expect(users.call(deletePasskey, user, { passkeyId: passkey_id })).rejects.toMatchObject(refused);
    await expect(users.call(beginPasskey, user, { password: 'wrong' })).rejects.toThrow('Password is incorrect.');
    await users.call(deletePasskey, { ...user, sessionId }, { passkeyId: passkey_id });
  });

  it('of another user cannot be deleted, and a known one cannot be added again', async () => {
    const { device, passkey_id } = await withPasskey();
    const ben = await person();

    const deletion = users.call(deletePasskey, ben, { passkeyId: passkey_id, password: PASSWORD });
    await expect(deletion).rejects.toThrow('No such passkey');
    await expect(add(ben, device)).rejects.toThrow('the passkey is known already');
  });

  it('is refused beyond the limit of a user', async () => {
    const user = await person();
    await users.sql(
      `INSERT INTO passkeys (realm_id, user_id, credential_id, public_key, signature_count, name)
       SELECT $1, $2, decode(lpad(n::text, 32, '0'), 'hex'), '', 0, '' FROM generate_series(2, $3) n`,
      [REALM_ID, user.userId, MAX_PASSKEYS_PER_USER],
    );
    const begun = await options(user);
    const outcomes = await Promise.allSettled(
      [begun, await options(user)].map((one) =>
        users.call(addPasskey, user, { name: 'Phone', response: new SoftwareAuthenticator(ORIGIN).register(one) }),
      ),
    );

    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(options(user)).rejects.toThrow('You have too many passkeys');
  });
});

describe('a challenge', () => {
  it('adds one passkey in sixteen simultaneous requests', async () => {
    const [user, device] = [await person(), new SoftwareAuthenticator(ORIGIN)];
    const response = device.register(await options(user));

    const calls = Array.from({ length: SIMULTANEOUS }, () =>
      users.call(addPasskey, user, { name: 'Laptop', response }),
    );

    expect((await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('signs in once in sixteen simultaneous requests', async () => {
    const { user, device } = await withPasskey();
    const response = device.signIn(await challenge());

    const outcomes = await Promise.allSettled(Array.from({ length: SIMULTANEOUS }, () => signInWith(response)));

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await users.call(listSessions, user, {})).sessions).toHaveLength(1);
  });

  it('works only in the browser, and for the account, that began it', async () => {
    const { user, device } = await withPasskey();
    const ben = await person();

    const stolen = device.signIn(await challenge('another browser'));
    await expect(signInWith(stolen)).rejects.toThrow('the challenge is over');
    const response = new SoftwareAuthenticator(ORIGIN).register(await options(user));
    await expect(users.call(addPasskey, ben, { name: 'Laptop', response })).rejects.toThrow('the challenge is over');
    const mixed = new SoftwareAuthenticator(ORIGIN).register(await challenge());
    await expect(users.call(addPasskey, user, { name: 'Laptop', response: mixed })).rejects.toThrow(
      'challenge is over',
    );
  });
});

describe('a response is refused', () => {
  it.each<[string, ResponseChanges, string]>([
    ['of another origin', { origin: 'https://evil.example' }, 'origin'],
    ['of another relying party', { rpId: 'evil.example' }, 'RP ID'],
    ['in a frame of another origin', { crossOrigin: true }, 'in a frame'],
    ['without verification of the user', { flags: 1 }, 'User verification'],
    ['of the other ceremony', { type: 'payment.get' }, 'type'],
    ['with an invented challenge', { challenge: 'AAAA' }, 'the challenge is over'],
  ])('%s', async (_, changes, fault) => {
    const { user, device } = await withPasskey();

    await expect(signInWith(device.signIn(await challenge(), changes))).rejects.toThrow(fault);
    await expect(add(user, new SoftwareAuthenticator(ORIGIN), changes)).rejects.toThrow(fault);
    expect((await users.call(listPasskeys, user, {})).passkeys).toHaveLength(1);
  });

  it('with certificates, which name addresses of other servers', async () => {
    const user = await person();
    const x5c = Buffer.from('a363616c6726637369674100637835638141ff', 'hex');

    const added = add(user, new SoftwareAuthenticator(ORIGIN), { attestation: { fmt: 'packed', statement: x5c } });

    await expect(added).rejects.toThrow('the attestation has certificates');
  });

  it('of a copied device with an older count', async () => {
    const { device } = await withPasskey();
    device.count = 5;
    await signInWith(device.signIn(await challenge()));
    device.count = 4;

    await expect(signInWith(device.signIn(await challenge()))).rejects.toThrow('counter');
  });

  it('with another signature', async () => {
    const { device } = await withPasskey();
    const other = new SoftwareAuthenticator(ORIGIN);
    const { id, rawId } = device.signIn(await challenge());

    const forged = { ...other.signIn(await challenge()), id, rawId };

    await expect(signInWith(forged)).rejects.toThrow('the signature is wrong');
  });

  it('of a deactivated account', async () => {
    const { user, device } = await withPasskey();
    const owner = await users.person(Role.Owner);
    await users.call(deactivateUser, owner, { userId: user.userId });

    await expect(signInWith(device.signIn(await challenge()))).rejects.toMatchObject({ code: 'USER_DEACTIVATED' });
  });

  it('too often from one address', async () => {
    const from = { ...target(), clientAddress: '10.3.0.1' };
    const attempt = () =>
      users.ask(SignInWithPasskey, { realmId: REALM_ID, browserHash: 'b', response: {}, target: from });
    const codes: unknown[] = [];
    for (let n = 0; codes.at(-1) !== 'RATE_LIMIT_HIT' && n < 200; n++)
      codes.push(await attempt().catch(({ code }) => code));

    expect(new Set(codes)).toEqual(new Set(['BAD_REQUEST', 'RATE_LIMIT_HIT']));
  });
});

it('a realm without HTTPS, or at a numeric address, has no passkeys', async () => {
  const user = await person();
  for (const url of ['http://chat.example', 'https://192.0.2.1', 'https://[2001:db8::1]']) {
    await users.changeRealm({ url });
    await expect(options(user)).rejects.toThrow('Passkeys need HTTPS and a host name');
    await expect(challenge()).rejects.toThrow('Passkeys need HTTPS and a host name');
  }
  await users.changeRealm({ url: ORIGIN });
});

it('a hostile response is BAD_REQUEST with the fault, and makes nothing', async () => {
  const user = await person();
  // The session stands for the password, which takes long to check.
  const { sessionId } = await users.session(user, PASSWORD);
  const begin = async () => (await users.call(beginPasskey, { ...user, sessionId }, {})).options;
  const bytes = (value: Uint8Array) => Buffer.from(value).toString('base64url');
  const hostileText = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map(bytes),
    fc.string(),
    fc.constant('A'.repeat(20_000)),
  );
  const hostile = fc.record({
    attestationObject: fc.oneof(
      hostileText,
      fc
        .array(fc.constantFrom(0x81, 0xa1, 0x9f, 0xbf, 0x5f), { maxLength: 7_000 })
        .map((b) => bytes(Uint8Array.from(b))),
    ),
    member: fc.constantFrom('attestationObject', 'clientDataJSON', 'id', 'type', 'response', 'rawId'),
    junk: fc.oneof(
      fc
        .anything({ withNullPrototype: false })
        .filter((value) => JSON.stringify(value) !== undefined)
        .map((value) => JSON.parse(JSON.stringify(value))),
      hostileText,
    ),
  });
  await fc.assert(
    fc.asyncProperty(hostile, async ({ attestationObject, member, junk }) => {
      const valid = new SoftwareAuthenticator(ORIGIN).register(await begin());
      const isInner = member in valid.response;
      const inner = {
        ...valid.response,
        attestationObject,
        ...(isInner && member !== 'attestationObject' && { [member]: junk }),
      };
      const response = { ...valid, response: inner, ...(!isInner && { [member]: junk }) };
      await expect(users.call(addPasskey, user, { name: 'Laptop', response })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
    }),
    { numRuns: 40 },
  );
  expect((await users.call(listPasskeys, user, {})).passkeys).toEqual([]);
});
