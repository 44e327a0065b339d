import {
  deleteIdentity,
  EndSessionsOfIdentity,
  listIdentities,
  listOwnIdentities,
  listSessions,
  Role,
  SessionsEnded,
  ShowSetUpAtSignIn,
} from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { personAtProvider, signInWithIdentity } from '../testing/person-at-provider.js';
import { REALM_ID, type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

const KEYCLOAK = 'oidc:keycloak';

let users: UsersUnderTest;
let owner: TestUser;
let administrator: TestUser;
beforeAll(async () => {
  users = await UsersUnderTest.start({ replicas: 2 });
  owner = await users.person(Role.Owner);
  administrator = await users.person(Role.Administrator);
});
afterAll(() => users.stop());

/** A user that has signed in by a provider. */
async function linked(role: Role = Role.Member, provider = KEYCLOAK, more = {}) {
  const user = await users.person(role);
  const person = personAtProvider({ email: user.email, provider, ...more });
  await signInWithIdentity(users, person);
  return { user, person };
}
const sessionsOf = async (user: TestUser) => (await users.call(listSessions, user, {})).sessions;

describe('identities of a user', () => {
  it('are listed for administrators and for the user', async () => {
    const { user, person } = await linked();

    const { identities } = await users.call(listIdentities, administrator, { userId: user.userId });

    const linked_at = expect.any(Number);
    expect(identities).toEqual([{ provider: KEYCLOAK, subject: person.subject, linked_at }]);
    expect((await users.call(listOwnIdentities, user, {})).identities).toEqual(identities);
  });

  it('are hidden from other users, and unknown users have none', async () => {
    const { user } = await linked();
    const { userId } = user;

    const refused = 'Must be an organization administrator';
    await expect(users.call(listIdentities, user, { userId })).rejects.toThrow(refused);
    await expect(users.call(deleteIdentity, user, { userId, provider: KEYCLOAK })).rejects.toThrow(refused);
    await expect(users.call(listIdentities, administrator, { userId: 999_999 })).rejects.toThrow('No such user');
  });
});

describe('unlinking', () => {
  it('ends the sessions of the provider, and the next sign-in binds another identity', async () => {
    const { user } = await linked();
    await signInWithIdentity(users, personAtProvider({ email: user.email, provider: 'saml:corp' }));

    const events = await users.eventsOf(() =>
      users.call(deleteIdentity, administrator, { userId: user.userId, provider: KEYCLOAK }),
    );

    expect(events.map(({ type }) => type)).toEqual([SessionsEnded.type]);
    expect((await sessionsOf(user)).map(({ auth_method }) => auth_method)).toEqual(['saml:corp']);
    expect(await signInWithIdentity(users, personAtProvider({ email: user.email }))).toMatchObject({
      result: 'session',
    });
  });

  it('leaves an identity without a verified address without an account', async () => {
    const { user, person } = await linked();
    await users.call(deleteIdentity, administrator, { userId: user.userId, provider: KEYCLOAK });

    const outcome = await signInWithIdentity(users, { ...person, emailIsVerified: false });

    expect(outcome).toEqual({ result: 'refused', reason: 'address_not_verified' });
  });

  it('of an owner is for owners', async () => {
    const { user } = await linked(Role.Owner);
    const selection = { userId: user.userId, provider: KEYCLOAK };

    const refused = 'Must be an organization owner';
    await expect(users.call(deleteIdentity, administrator, selection)).rejects.toThrow(refused);
    await users.call(deleteIdentity, owner, selection);
    await expect(users.call(deleteIdentity, owner, selection)).rejects.toThrow('No such identity');
  });
});

describe("a provider's logout", () => {
  const end = (fields: { provider: string; subject?: string; providerSessionId?: string }) =>
    users.ask(EndSessionsOfIdentity, { realmId: REALM_ID, ...fields });

  it('ends all sessions of the person, and of no one else', async () => {
    const [{ user, person }, other] = [await linked(), await linked()];
    await signInWithIdentity(users, personAtProvider({ email: user.email, provider: 'saml:corp' }));

    const { provider, subject } = person;
    await end({ provider, subject });

    expect(await sessionsOf(user)).toEqual([]);
    expect(await sessionsOf(other.user)).toHaveLength(1);
    expect(await end({ provider, subject })).toEqual({});
  });

  it('may name its session instead of the person', async () => {
    const { user } = await linked(Role.Member, KEYCLOAK, { providerSessionId: 'session 7' });

    await end({ provider: 'oidc:other', providerSessionId: 'session 7' });
    await end({ provider: KEYCLOAK, providerSessionId: 'session 8' });
    await end({ provider: KEYCLOAK });
    expect(await sessionsOf(user)).toHaveLength(1);
    await end({ provider: KEYCLOAK, providerSessionId: 'session 7' });
    expect(await sessionsOf(user)).toEqual([]);
  });
});

describe('a sign-in by a provider that waits for its second factor', () => {
  const waiting = async (providerSessionId: string) => {
    const user = await users.person(Role.Member);
    await users.changeRealm({ secondFactorPolicy: 3 });
    const person = personAtProvider({ email: user.email, providerSessionId });
    const outcome = await signInWithIdentity(users, person);
    await users.changeRealm({ secondFactorPolicy: 1 });
    const token = 'secondFactorToken' in outcome ? outcome.secondFactorToken : '';
    const showSetUp = () => users.ask(ShowSetUpAtSignIn, { realmId: REALM_ID, token });
    await showSetUp();
    return { user, person, showSetUp };
  };

  it.each([[true], [false]])('ends with the logout of the provider; by subject: %j', async (isBySubject) => {
    const { person, showSetUp } = await waiting(`waiting ${isBySubject}`);
    const { provider, subject, providerSessionId = '' } = person;

    await users.ask(EndSessionsOfIdentity, {
      ...{ realmId: REALM_ID, provider },
      ...(isBySubject ? { subject } : { providerSessionId }),
    });

    await expect(showSetUp()).rejects.toThrow('Sign in again');
  });

  it('ends when an administrator unlinks the identity', async () => {
    const { user, showSetUp } = await waiting('unlinked');

    await users.call(deleteIdentity, administrator, { userId: user.userId, provider: KEYCLOAK });

    await expect(showSetUp()).rejects.toThrow('Sign in again');
  });
});

describe("the end of a provider's session", () => {
  const nowSeconds = () => Math.floor(Date.now() / 1_000);

  it('ends a session of a browser', async () => {
    const sessionNotOnOrAfter = nowSeconds() + 600;
    const { user, person } = await linked(Role.Member, 'saml:corp', { sessionNotOnOrAfter });

    expect(await sessionsOf(user)).toMatchObject([{ expires_at: sessionNotOnOrAfter }]);
    const again = await signInWithIdentity(users, { ...person, sessionNotOnOrAfter: nowSeconds() - 10 });
    expect(again).toMatchObject({ result: 'session', lifetimeSeconds: 1 });
    expect(await sessionsOf(user)).toHaveLength(1);
  });
});
