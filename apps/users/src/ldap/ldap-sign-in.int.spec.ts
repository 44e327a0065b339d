import { fetchApiKey, getUser, Role, requestOf, updateOwnSettings } from '@chat/contracts';
import { startSlapd, type TestLdapServer } from '@chat/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { TEST_REALM, UsersUnderTest } from '../testing/users-under-test.js';

const person = (uid: string, cn: string, mail: string) => `
dn: uid=${uid},ou=people,dc=example,dc=com
objectClass: inetOrgPerson
uid: ${uid}
cn: ${cn}
sn: ${cn}
userPassword: secret of ${uid}
${mail === '' ? '' : `mail: ${mail}\n`}`;

const LDIF = `dn: dc=example,dc=com
objectClass: dcObject
objectClass: organization
dc: example
o: Example

dn: ou=people,dc=example,dc=com
objectClass: organizationalUnit
ou: people
${person('ines', 'Ines Dir', 'ines@dir.example')}${person('carl', 'Carl *Star* | 7', 'carl@dir.example')}${person('mute', 'Mute', '')}${person('bob', 'Bob Dir', 'bob@dir.example')}${person('twice', 'Twice', 'twice@dir.example')}${[1, 2, 3].map((n) => person(`same${n}`, 'Same Name', `same${n}@dir.example`)).join('')}${person('locked', 'Locked', 'locked@dir.example').replace(/userPassword: .*\n/, '')}`;

const SEARCH = {
  LDAP_BIND_DN: 'cn=admin,dc=example,dc=com',
  LDAP_BIND_PASSWORD: 'admin',
  LDAP_USER_BASE: 'ou=people,dc=example,dc=com',
  LDAP_USER_FILTER: '(|(uid=%(user)s)(mail=%(user)s))',
};
const TEMPLATE = { LDAP_USER_DN_TEMPLATE: 'uid=%(user)s,ou=people,dc=example,dc=com' };

let directory: TestLdapServer;
let users: UsersUnderTest;
beforeAll(async () => {
  directory = await startSlapd(LDIF);
}, 180_000);
afterAll(() => directory?.stop());
afterEach(async () => {
  await users?.stop();
  for (const name of Object.keys(process.env)) if (name.startsWith('LDAP_')) delete process.env[name];
});

async function start(env: Record<string, string>): Promise<void> {
  users = await UsersUnderTest.start({ replicas: 2, env });
  users.realm = { ...TEST_REALM, authenticationMethods: { Email: true, LDAP: true } };
}
const signIn = (username: string, password: string) =>
  users.ask(requestOf(fetchApiKey), { actor: null, parameters: { username, password }, clientAddress: '127.0.0.1' });
const wrong = { code: 'AUTHENTICATION_FAILED' };

describe('sign-in by LDAP', () => {
  it('searches and binds, makes the account at the first sign-in and finds it later', async () => {
    await start({ LDAP_URL: directory.url, ...SEARCH });

    const first = await signIn('ines', 'secret of ines');
    const again = await signIn('INES@dir.example', 'secret of ines');

    expect(first.email).toBe('ines@dir.example');
    expect(again).toEqual(first);
    expect(users.subscribed.filter(({ userId }) => userId === first.user_id)).toHaveLength(1);
    const actor = await users.person(Role.Member);
    const read = await users.call(getUser, actor, {
      userId: first.user_id,
      clientExtavatar: true,
      includeCustomProfileFields: false,
    });
    expect(read.user).toMatchObject({ full_name: 'Ines Dir', role: 400 });
    await expect(signIn('ines', 'wrong')).rejects.toMatchObject(wrong);
    await expect(signIn('ines', '')).rejects.toMatchObject(wrong);
    await expect(signIn('nobody', 'x')).rejects.toMatchObject(wrong);
  });

  it('makes one account under simultaneous first sign-ins', async () => {
    await start({ LDAP_URL: directory.url, ...SEARCH });

    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn('twice', 'secret of twice')));

    expect(new Set(answers.map((answer) => answer.user_id)).size).toBe(1);
  });

  it("takes over the account with the entry's address", async () => {
    await start({ LDAP_URL: directory.url, ...SEARCH });
    const bob = await users.person(Role.Moderator, { email: 'Bob@Dir.example', password: 'a local password' });

    expect((await signIn('bob', 'secret of bob')).user_id).toBe(bob.userId);
    expect((await signIn('bob@dir.example', 'a local password')).user_id).toBe(bob.userId);
  });

  it('escapes names that look like filters or distinguished names', async () => {
    await start({ LDAP_URL: directory.url, ...SEARCH });

    for (const name of ['*', 'in*', 'ines)(uid=*', 'x)(|(uid=ines)', 'ines\0', '\\69nes']) {
      await expect(signIn(name, 'secret of ines')).rejects.toMatchObject(wrong);
    }
  });

  it('binds by a template without a search, with the name escaped', async () => {
    await start({ LDAP_URL: directory.url, ...TEMPLATE, LDAP_APPEND_DOMAIN: 'fallback.example' });

    expect((await signIn('carl', 'secret of carl')).email).toBe('carl@dir.example');
    expect((await signIn('mute', 'secret of mute')).email).toBe('mute@fallback.example');
    await expect(signIn('carl,ou=people', 'secret of carl')).rejects.toMatchObject(wrong);
    await expect(signIn('x+uid=carl', 'secret of carl')).rejects.toMatchObject(wrong);
  });

  it('refuses an ambiguous name and an entry without a password', async () => {
    const filter = '(|(uid=%(user)s)(cn=%(user)s))';
    await start({ LDAP_URL: directory.url, ...SEARCH, LDAP_USER_FILTER: filter });

    expect((await signIn('same1', 'secret of same1')).email).toBe('same1@dir.example');
    await expect(signIn('Same Name', 'secret of same1')).rejects.toMatchObject(wrong);
    await expect(signIn('locked', 'anything')).rejects.toMatchObject(wrong);
  });

  it('refuses an entry without a valid address', async () => {
    await start({ LDAP_URL: directory.url, ...SEARCH });
    await expect(signIn('mute', 'secret of mute')).rejects.toMatchObject(wrong);
  });

  it.each([
    ['ldaps', () => ({ LDAP_URL: directory.tlsUrl })],
    ['StartTLS', () => ({ LDAP_URL: directory.url, LDAP_START_TLS: 'true' })],
  ])('speaks %s to a server that the authority vouches for, and to no other', async (_, env) => {
    await start({ ...env(), ...SEARCH, LDAP_CA_FILE: directory.caFile });
    expect((await signIn('ines', 'secret of ines')).email).toBe('ines@dir.example');
    await users.stop();
    delete process.env['LDAP_CA_FILE'];

    await start({ ...env(), ...SEARCH });
    await expect(signIn('ines', 'secret of ines')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 });
  });

  it.each([
    ['a search', SEARCH, ['ines', 'INES', 'Ines@Dir.example', 'user-id']],
    ['a template', { ...TEMPLATE, LDAP_APPEND_DOMAIN: 'dir.example' }, ['ines', 'INES', 'Ines@Dir.example', 'user-id']],
  ])('counts failed tries for the account under all of its names, with %s', async (_, env, names) => {
    await start({ LDAP_URL: directory.url, ...env });
    const { user_id: userId } = await signIn('ines', 'secret of ines');
    const typed = names.map((name) => (name === 'user-id' ? `user${userId}@${TEST_REALM.botDomain}` : name));
    const actor = { ...(await users.person(Role.Member)), userId };
    await users.call(updateOwnSettings, actor, { emailAddressVisibility: 4 });

    const tries = await Promise.allSettled(
      Array.from({ length: 16 }, (__, n) => signIn(typed[n % typed.length] as string, `wrong ${n}`)),
    );

    const codes = tries.map((result) => (result as PromiseRejectedResult).reason.code);
    expect(codes.filter((code) => code === 'AUTHENTICATION_FAILED')).toHaveLength(5);
    expect(codes.filter((code) => code === 'RATE_LIMIT_HIT')).toHaveLength(11);
    for (const name of typed) {
      await expect(signIn(name, 'secret of ines')).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT' });
    }
    expect((await signIn('bob', 'secret of bob')).email).toBe('bob@dir.example');
  });

  it('counts failed tries of an entry without an account under all of its names', async () => {
    await start({ LDAP_URL: directory.url, ...SEARCH });

    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => signIn(n % 2 === 0 ? 'bob' : 'bob@dir.example', `wrong ${n}`)),
    );

    const codes = tries.map((result) => (result as PromiseRejectedResult).reason.code);
    expect(codes.filter((code) => code === 'AUTHENTICATION_FAILED')).toHaveLength(5);
  });

  it('accepts stored passwords while the LDAP server is down, and counts wrong passwords', async () => {
    await start({ LDAP_URL: 'ldap://127.0.0.1:1', ...SEARCH });
    const ana = await users.person(Role.Member, { password: 'a local password' });

    expect((await signIn(ana.email, 'a local password')).user_id).toBe(ana.userId);
    for (let n = 0; n < 5; n++) {
      await expect(signIn(ana.email, `wrong ${n}`)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    }
    await expect(signIn(ana.email, 'a local password')).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT' });
  });

  it('is off in a realm without the method', async () => {
    await start({ LDAP_URL: directory.url, ...SEARCH });
    users.realm = TEST_REALM;
    await expect(signIn('ines@dir.example', 'secret of ines')).rejects.toMatchObject(wrong);
  });
});
