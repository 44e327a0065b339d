import {
  type CustomProfileField,
  createUserGroup,
  fetchApiKey,
  getUser,
  listUserGroups,
  ProfileFieldType,
  Role,
  requestOf,
  SessionsEnded,
  SyncDirectory,
} from '@chat/contracts';
import { startSlapd, type TestLdapServer } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Attribute, Change, Client } from 'ldapts';
import { personAtProvider, signInWithIdentity } from '../testing/person-at-provider.js';
import { REALM_ID, TEST_REALM, type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

const PEOPLE = 'ou=people,dc=example,dc=com';
const person = (uid: string, more: string) => `
dn: uid=${uid},${PEOPLE}
objectClass: inetOrgPerson
uid: ${uid}
cn: ${uid} dir
sn: dir
mail: ${uid}@dir.example
userPassword: secret of ${uid}
${more}`;

const LDIF = `dn: dc=example,dc=com
objectClass: dcObject
objectClass: organization
dc: example
o: Example

dn: ${PEOPLE}
objectClass: organizationalUnit
ou: people
${person('ines', 'telephoneNumber: 4711\nemployeeType: chat-mods\nemployeeType: eng\n')}${person('carl', 'employeeType: eng\n')}${person('olga', '')}${person('new', '')}`;

const phone: CustomProfileField = {
  ...{ id: 1, type: ProfileFieldType.ShortText, order: 1, name: 'Phone', hint: '', fieldData: '' },
  displayInProfileSummary: false,
};
const SYNC = {
  profile_fields: { Phone: 'telephoneNumber' },
  role: { from: 'employeeType', map: { 'chat-mods': 300 } },
  groups: { from: 'employeetype', map: { eng: 'engineering' } },
};

let directory: TestLdapServer;
let isStopped = false;
let users: UsersUnderTest;
let owner: TestUser;
let ines: number;
beforeAll(async () => {
  directory = await startSlapd(LDIF);
  const env = {
    LDAP_URL: directory.url,
    LDAP_BIND_DN: 'cn=admin,dc=example,dc=com',
    LDAP_BIND_PASSWORD: 'admin',
    LDAP_USER_BASE: PEOPLE,
    LDAP_SYNC: JSON.stringify(SYNC),
  };
  users = await UsersUnderTest.start({ replicas: 2, env });
  users.realm = { ...TEST_REALM, authenticationMethods: { Email: true, LDAP: true }, inviteRequired: false };
  users.profileFields = [phone];
  owner = await users.person(Role.Owner, { password: 'correct horse battery' });
  await users.call(createUserGroup, owner, { name: 'engineering', description: '', members: [owner.userId] });
  ines = await signIn('ines');
}, 180_000);
afterAll(async () => {
  await users?.stop();
  if (!isStopped) await directory?.stop();
  for (const name of Object.keys(process.env)) if (name.startsWith('LDAP_')) delete process.env[name];
});

let addresses = 0;
const signIn = async (username: string): Promise<number> => {
  const parameters = { username, password: `secret of ${username}` };
  const request = { actor: null, parameters, clientAddress: `10.1.0.${++addresses}` };
  return (await users.ask(requestOf(fetchApiKey), request)).user_id;
};
const changeDirectory = async (work: (client: Client) => Promise<void>) => {
  const client = new Client({ url: directory.url });
  await client.bind('cn=admin,dc=example,dc=com', 'admin');
  await work(client);
  await client.unbind();
};
const replace = (uid: string, type: string, values: string[]) =>
  changeDirectory((client) =>
    client.modify(
      `uid=${uid},${PEOPLE}`,
      new Change({ operation: 'replace', modification: new Attribute({ type, values }) }),
    ),
  );
const remove = (uid: string) => changeDirectory((client) => client.del(`uid=${uid},${PEOPLE}`));
const sync = (deactivateMissing = false, more: { dryRun?: boolean } = {}) =>
  users.ask(SyncDirectory, { realmId: REALM_ID, deactivateMissing, fromUserId: 0, ...more });
const accountOf = async (userId: number) => {
  const query = { userId, clientExtavatar: true, includeCustomProfileFields: true };
  const { user } = await users.call(getUser, owner, query);
  const { user_groups: groups } = await users.call(listUserGroups, owner, {});
  const isEngineer = groups.some(({ name, members }) => name === 'engineering' && members.includes(userId));
  return { ...user, phone: user.profile_data?.['1']?.value, isEngineer };
};

describe('LDAP_SYNC', () => {
  it('is applied by the first sign-in and by later ones', async () => {
    expect(await accountOf(ines)).toMatchObject({ role: Role.Moderator, phone: '4711', isEngineer: true });

    await replace('ines', 'employeeType', ['others']);
    await replace('ines', 'telephoneNumber', ['4712']);
    expect(await signIn('ines')).toBe(ines);

    expect(await accountOf(ines)).toMatchObject({ role: Role.Member, phone: '4712', isEngineer: false });
  });
});

describe('a comparison with the directory', () => {
  it('copies names and values without a sign-in', async () => {
    await replace('ines', 'cn', ['Ines Renamed']);
    await replace('ines', 'employeeType', ['eng', 'chat-mods']);

    expect(await sync()).toEqual({ nextUserId: null, synced: 1, deactivated: [] });

    expect(await accountOf(ines)).toMatchObject({ full_name: 'Ines Renamed', role: Role.Moderator, isEngineer: true });
  });

  it('deactivates accounts with a deleted entry, only if it shall', async () => {
    const carl = await signIn('carl');
    await signInWithIdentity(users, personAtProvider({ email: 'carl@dir.example' }));
    await remove('carl');

    expect(await sync()).toMatchObject({ deactivated: [] });
    const events = await users.eventsOf(async () => {
      expect(await sync(true)).toMatchObject({ deactivated: ['carl@dir.example'] });
    });

    expect(events.map(({ type }) => type)).toContain(SessionsEnded.type);
    expect(await accountOf(carl)).toMatchObject({ is_active: false });
    expect(await accountOf(ines)).toMatchObject({ is_active: true });
    expect(await sync(true)).toMatchObject({ deactivated: [] });
  });

  it('deactivates people without an entry, also with a password or an identity, and no bot', async () => {
    await users.person(Role.Member, { email: 'stray@dir.example' });
    await users.person(Role.Member, { email: 'local@dir.example', password: 'correct horse battery' });
    await users.person(Role.Member, { email: 'new@dir.example' });
    await users.person(Role.Member, { email: 'a-bot@dir.example', isBot: true, botOwnerId: owner.userId });
    const linked = await users.person(Role.Member, { email: 'linked@dir.example' });
    await signInWithIdentity(users, personAtProvider({ email: linked.email }));
    const gone = ['stray@dir.example', 'local@dir.example', 'linked@dir.example'];

    await replace('ines', 'cn', ['Not Copied']);
    expect(await sync(false, { dryRun: true })).toEqual({ nextUserId: null, synced: 1, deactivated: gone });
    expect(await accountOf(ines)).toMatchObject({ full_name: 'Ines Renamed' });
    expect(await accountOf(linked.userId)).toMatchObject({ is_active: true });

    expect(await sync(true)).toMatchObject({ deactivated: gone });
    expect(await accountOf(linked.userId)).toMatchObject({ is_active: false });
  });

  it('leaves the only owner', async () => {
    expect(await sync(true)).toMatchObject({ deactivated: [] });

    const olga = await signIn('olga');
    await users.sql('UPDATE account SET role = 100 WHERE user_id = $1', [olga]);
    await remove('olga');
    expect(await sync(true)).toMatchObject({ deactivated: [owner.email] });
    expect(await accountOf(olga)).toMatchObject({ is_active: true });
  });

  it('ends without a deactivation if the search finds no one', async () => {
    for (const uid of ['ines', 'new']) await remove(uid);

    await expect(sync(true)).rejects.toThrow('The search of the LDAP server finds no entry.');
    expect(await accountOf(ines)).toMatchObject({ is_active: true });
  });

  it('is refused in a realm without LDAP, and ends if the server does not respond', async () => {
    await directory.stop();
    isStopped = true;
    await expect(sync(true)).rejects.toMatchObject({ status: 503 });

    await users.changeRealm({ authenticationMethods: { Email: true, LDAP: false } });
    await expect(sync()).rejects.toThrow('The organization does not sign in by LDAP.');
  });
});
