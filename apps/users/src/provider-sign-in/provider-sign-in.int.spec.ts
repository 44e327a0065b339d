import { randomBytes } from 'node:crypto';
import {
  CompleteSignUp,
  createInvitationLink,
  createInvitations,
  deactivateUser,
  type FieldsOf,
  GetSignUpForm,
  listInvitations,
  listSessions,
  type NewInvitations,
  Role,
  type SignInWithIdentity,
  UserCreated,
} from '@chat/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { personAtProvider, signInWithIdentity } from '../testing/person-at-provider.js';
import { REALM_ID, TEST_REALM, type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

const NOT_VALID = 'This link is not valid or has expired.';

let users: UsersUnderTest;
let owner: TestUser;
beforeAll(async () => {
  users = await UsersUnderTest.start({ replicas: 2 });
  users.readableStreams = [7, 8];
  owner = await users.person(Role.Owner);
});
afterAll(() => users.stop());
beforeEach(async () => {
  await users.changeRealm({ ...TEST_REALM, inviteRequired: false });
  for (const table of ['sign_ups', 'invitations']) await users.sql(`DELETE FROM ${table}`);
  users.subscribed.length = 0;
});

type Person = FieldsOf<SignInWithIdentity>;
const signIn = (person: Person) => signInWithIdentity(users, person);
const refusal = (reason: string) => ({ result: 'refused', reason });
const accountsOf = ({ email }: Person) =>
  users.sql<{ userId: number }>('SELECT user_id::int AS "userId" FROM account WHERE delivery_email = $1', [email]);
const methodsOf = async (ana: TestUser) =>
  (await users.call(listSessions, ana, {})).sessions.map(({ auth_method }) => auth_method);
const created = async (work: () => Promise<unknown>) =>
  (await users.eventsOf(work)).filter(({ type }) => type === UserCreated.type).map(({ payload }) => payload);

const options = { streamIds: [7], inviteAs: Role.Moderator, inviteExpiresInMinutes: 14_400 };
const invite = (inviteeEmails: string, more: Partial<NewInvitations> = {}) =>
  users.call(createInvitations, owner, { ...options, ...more, inviteeEmails });
const linkKey = async () =>
  /\/join\/(\w+)\//.exec((await users.call(createInvitationLink, owner, options)).invite_link)?.[1] ?? '';

describe('the first sign-in with an identity', () => {
  it('binds it to the account with its verified address, and later sign-ins need no address', async () => {
    const ana = await users.person(Role.Member);
    const person = personAtProvider({ email: ` ${ana.email.toUpperCase()} ` });

    expect(await signIn(person)).toMatchObject({ result: 'session' });
    expect(await signIn({ ...person, email: null, emailIsVerified: false })).toMatchObject({ result: 'session' });
    expect(await signIn({ ...person, email: owner.email })).toMatchObject({ result: 'session' });

    expect(await methodsOf(ana)).toEqual(['oidc:keycloak', 'oidc:keycloak', 'oidc:keycloak']);
  });

  it.each([
    ['an address that is not verified', { emailIsVerified: false }],
    ['no address', { email: null }],
  ])('with %s is refused with and without an account', async (_, more) => {
    const ana = await users.person(Role.Member);

    expect(await signIn(personAtProvider({ email: ana.email, ...more }))).toEqual(refusal('address_not_verified'));
    expect(await signIn(personAtProvider(more))).toEqual(refusal('address_not_verified'));
    expect(await methodsOf(ana)).toEqual([]);
  });

  it('is refused if the account has another identity of the provider, but not of another provider', async () => {
    const ana = await users.person(Role.Member);
    await signIn(personAtProvider({ email: ana.email }));

    expect(await signIn(personAtProvider({ email: ana.email }))).toEqual(refusal('other_identity'));
    const elsewhere = personAtProvider({ email: ana.email, provider: 'saml:corp' });
    expect(await signIn(elsewhere)).toMatchObject({ result: 'session' });
    expect(await methodsOf(ana)).toEqual(['saml:corp', 'oidc:keycloak']);
  });

  it('is refused with the address of a bot and with a hidden address', async () => {
    const bot = await users.person(Role.Member, { isBot: true, botOwnerId: owner.userId });
    const hidden = `user${owner.userId}@${TEST_REALM.botDomain}`;

    for (const email of [bot.email, hidden, 'nonsense', 'a\0@b.example']) {
      expect(await signIn(personAtProvider({ email }))).toEqual(refusal('address_not_allowed'));
    }
  });

  it('distinguishes subjects by letter case', async () => {
    const person = personAtProvider();
    await signIn({ ...person, subject: 'CASE' });

    expect(await signIn({ ...person, subject: 'case' })).toEqual(refusal('other_identity'));
  });
});

describe('a deactivated person', () => {
  it('gets that result, with and without a bound identity', async () => {
    const [ana, ben] = [await users.person(Role.Member), await users.person(Role.Member)];
    const bound = personAtProvider({ email: ana.email });
    await signIn(bound);
    for (const { userId } of [ana, ben]) await users.call(deactivateUser, owner, { userId });

    expect(await signIn(bound)).toEqual({ result: 'deactivated', email: ana.email });
    expect(await signIn(personAtProvider({ email: ben.email }))).toEqual({ result: 'deactivated', email: ben.email });
  });
});

describe('a realm', () => {
  it.each([
    ['OpenID Connect', 'oidc:keycloak', 'saml:corp'],
    ['SAML', 'saml:corp', 'oidc:keycloak'],
  ])('without %s refuses %s, and accepts %s', async (method, provider, other) => {
    const person = personAtProvider();
    await users.changeRealm({ authenticationMethods: { ...TEST_REALM.authenticationMethods, [method]: false } });

    expect(await signIn({ ...person, provider })).toEqual(refusal('method_disabled'));
    expect(await signIn({ ...person, provider: other })).toMatchObject({ result: 'session' });
  });

  it.each([['ldap:x'], ['__proto__:x'], ['keycloak'], ['password']])('refuses the provider %j', async (provider) => {
    expect(await signIn(personAtProvider({ provider }))).toEqual(refusal('method_disabled'));
  });

  it('that is deactivated refuses everyone', async () => {
    await users.changeRealm({ isDeactivated: true });

    await expect(signIn(personAtProvider())).rejects.toMatchObject({ code: 'REALM_DEACTIVATED' });
  });
});

describe('with auto_signup a person without an account', () => {
  it('gets one at once, with a session', async () => {
    const person = personAtProvider({ fullName: 'Pia *Star*' });

    const [event] = await created(async () => expect(await signIn(person)).toMatchObject({ result: 'session' }));

    const joining = { inviterId: null, streamIds: [], defaultStreamGroups: [] };
    const account = { deliveryEmail: person.email, fullName: 'Pia Star', role: Role.Member };
    expect(event).toMatchObject({ user: account, joining });
    expect(users.subscribed).toMatchObject([{ userId: event?.['userId'], joining }]);
    expect(await users.sql('SELECT 1 FROM password WHERE user_id = $1', [event?.['userId']])).toEqual([]);
  });

  it('gets one account in sixteen simultaneous sign-ins', async () => {
    const person = personAtProvider();

    const results = await Promise.all(Array.from({ length: 16 }, () => signIn(person)));

    expect(new Set(results.map(({ result }) => result))).toEqual(new Set(['session']));
    expect(await accountsOf(person)).toHaveLength(1);
  }, 30_000);

  it('gets no account without a session, if the service dies between both', async () => {
    const person = personAtProvider();
    // The transaction fails where the session begins, as at the death of the process.
    await users.sql('ALTER TABLE sessions ADD CONSTRAINT none CHECK (false) NOT VALID');
    await expect(signIn(person)).rejects.toMatchObject({ status: 500 });
    expect(await accountsOf(person)).toEqual([]);
    await users.sql('ALTER TABLE sessions DROP CONSTRAINT none');

    expect(await signIn(person)).toMatchObject({ result: 'session' });
    expect(await accountsOf(person)).toHaveLength(1);
  });

  it('needs an invitation where the realm needs one, and gets its role and streams', async () => {
    await users.changeRealm({ inviteRequired: true });
    const person = personAtProvider();
    expect(await signIn(person)).toEqual(refusal('invitation_required'));
    await invite(person.email ?? '');

    const [event] = await created(() => signIn(person));

    expect(event).toMatchObject({
      user: { role: Role.Moderator },
      joining: { inviterId: owner.userId, streamIds: [7] },
    });
    expect((await users.call(listInvitations, owner, {})).invites.filter(({ email }) => email)).toEqual([]);
  });

  it('joins by a link for any number of people', async () => {
    await users.changeRealm({ inviteRequired: true });
    const person = personAtProvider();
    expect(await signIn({ ...person, invitationKey: 'a'.repeat(24) })).toEqual(refusal('link_not_valid'));
    expect(await signIn({ ...person, invitationKey: '\0' })).toEqual(refusal('link_not_valid'));

    const [event] = await created(async () => signIn({ ...person, invitationKey: await linkKey() }));

    expect(event).toMatchObject({ user: { role: Role.Moderator }, joining: { streamIds: [7] } });
  });

  it.each([
    ['of another domain', { emailsRestrictedToDomains: true, domains: [] }, 'new@other.example'],
    ['of a disposable mailbox', { disallowDisposableEmailAddresses: true }, 'new@mailinator.com'],
  ])('is refused with an address %s, also with an invitation', async (_, rules, email) => {
    await users.changeRealm({ disallowDisposableEmailAddresses: false });
    await invite(email);
    await users.changeRealm(rules);

    expect(await signIn(personAtProvider({ email }))).toEqual(refusal('address_not_allowed'));
    expect(await signIn(personAtProvider({ email, autoSignup: false }))).toEqual(refusal('address_not_allowed'));
  });
});

describe('without auto_signup a person without an account', () => {
  const offered = async (person: Person) => {
    const result = await signIn({ ...person, autoSignup: false });
    return 'key' in result ? result.key : '';
  };
  const form = (key: string) => users.ask(GetSignUpForm, { realmId: REALM_ID, key });
  const complete = (key: string, fullName = 'Own Name') =>
    users.ask(CompleteSignUp, {
      ...{ realmId: REALM_ID, key, fullName, password: '' },
      target: { ...personAtProvider().target, tokenHash: randomBytes(32).toString('base64url') },
    });

  it('gets a form with the name, which makes the account without a password and binds the identity', async () => {
    const person = personAtProvider({ fullName: 'Pia Provided' });
    const key = await offered(person);
    const expected = { email: person.email, needsPassword: false, fullName: 'Pia Provided', fullNameIsFixed: false };
    expect(await form(key)).toEqual(expected);
    expect(await accountsOf(person)).toEqual([]);

    const [event] = await created(() => complete(key));

    expect(event).toMatchObject({ user: { deliveryEmail: person.email, fullName: 'Own Name' } });
    expect(await signIn({ ...person, email: null })).toMatchObject({ result: 'session' });
    await expect(complete(key)).rejects.toThrow(NOT_VALID);
  });

  it('keeps a validated name', async () => {
    const key = await offered(personAtProvider({ fullName: 'Pia Provided', fullNameIsValidated: true }));
    expect(await form(key)).toMatchObject({ fullName: 'Pia Provided', fullNameIsFixed: true });

    expect(await created(() => complete(key))).toMatchObject([{ user: { fullName: 'Pia Provided' } }]);
  });

  it('chooses a name if the provider has none', async () => {
    const key = await offered(personAtProvider({ fullName: null, fullNameIsValidated: true }));

    expect(await form(key)).toMatchObject({ fullName: '', fullNameIsFixed: false });
  });

  it('needs an invitation where the realm needs one, and gets its role', async () => {
    await users.changeRealm({ inviteRequired: true });
    const person = personAtProvider({ autoSignup: false });
    expect(await signIn(person)).toEqual(refusal('invitation_required'));
    await invite(person.email ?? '');

    const [event] = await created(async () => complete(await offered(person)));

    expect(event).toMatchObject({ user: { role: Role.Moderator }, joining: { streamIds: [7] } });
  });

  it('has one valid key', async () => {
    const person = personAtProvider();
    const [first, second] = [await offered(person), await offered(person)];

    await expect(form(first)).rejects.toThrow(NOT_VALID);
    expect(await form(second)).toMatchObject({ email: person.email });
  });

  it('cannot complete the form after the realm switched the method off', async () => {
    const key = await offered(personAtProvider());
    await users.changeRealm({ authenticationMethods: { Email: true, LDAP: false, 'OpenID Connect': false } });

    await expect(form(key)).rejects.toThrow(NOT_VALID);
    await expect(complete(key)).rejects.toThrow(NOT_VALID);
  });
});
