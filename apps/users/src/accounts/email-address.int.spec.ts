import { ConfirmEmailChange, createUser, Role, updateOwnSettings } from '@chat/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { REALM_ID, TEST_REALM, type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

let users: UsersUnderTest;
let admin: TestUser;
let ana: TestUser;
beforeAll(async () => {
  users = await UsersUnderTest.start();
  users.realm = {
    ...TEST_REALM,
    emailsRestrictedToDomains: true,
    domains: [
      { domain: 'strict.example', allowSubdomains: false },
      { domain: 'wide.example', allowSubdomains: true },
    ],
  };
  admin = await users.person(Role.Administrator);
  ana = await users.person(Role.Member);
});
afterAll(() => users.stop());

const create = (email: string) =>
  users.call(createUser, admin, { email, password: 'correct horse battery', fullName: 'New Person' });
const change = (email: string, actor = ana) => users.call(updateOwnSettings, actor, { email });
const mails = () =>
  users.sql<{ recipient: string; body: string }>('SELECT recipient, body FROM outgoing_mail ORDER BY 1');

describe('in a realm that is restricted to domains', () => {
  it.each([
    [
      'another domain',
      'new@other.example',
      "Email 'new@other.example' not allowed in this organization",
      'Outside your domain.',
    ],
    [
      'a part of one that is taken alone',
      'new@sub.strict.example',
      /not allowed in this organization$/,
      'Outside your domain.',
    ],
    ['one that ends alike', 'new@unwide.example', /not allowed in this organization$/, 'Outside your domain.'],
    [
      'one of many for a mailbox',
      'new+1@strict.example',
      'Email addresses containing + are not allowed.',
      'Email addresses containing + are not allowed.',
    ],
  ])('an address of %s is refused', async (_, email, toAdministrator, toUser) => {
    const before = await mails();

    const events = await users.eventsOf(async () => {
      await expect(create(email)).rejects.toThrow(toAdministrator);
      await expect(change(email)).rejects.toThrow(toUser);
    });

    expect(events).toEqual([]);
    expect(await mails()).toEqual(before);
  });

  it.each([['new@STRICT.example'], ['new@wide.example'], ['new@deep.sub.wide.example']])(
    '%s is taken',
    async (email) => {
      await create(email);
      const other = email.replace('new', 'newer');
      await change(other, await users.person(Role.Member));

      expect((await mails()).map(({ recipient }) => recipient)).toContain(other);
    },
  );
});

describe('in a realm without address changes', () => {
  afterEach(() => users.changeRealm({ emailChangesDisabled: false }));

  it('a new address is refused, except to administrators', async () => {
    await users.changeRealm({ emailChangesDisabled: true });

    await expect(change('ana@wide.example')).rejects.toThrow(
      'Email address changes are disabled in this organization.',
    );
    await change('admin@wide.example', admin);
    expect((await mails()).map(({ recipient }) => recipient)).toContain('admin@wide.example');
  });

  it('an address with an earlier mail is no longer confirmed', async () => {
    const ben = await users.person(Role.Member);
    await change('ben@wide.example', ben);
    const mail = (await mails()).find(({ recipient }) => recipient === 'ben@wide.example');
    const [, token = ''] = /confirm_new_email\/([\w-]+)/.exec(mail?.body ?? '') ?? [];
    const confirm = () => users.ask(ConfirmEmailChange, { realmId: REALM_ID, token });
    await users.changeRealm({ emailChangesDisabled: true });

    const refused = () => expect(confirm()).rejects.toThrow('Email address changes are disabled in this organization.');
    expect(await users.eventsOf(refused)).toEqual([]);
    await users.changeRealm({ emailChangesDisabled: false });
    expect(await confirm()).toEqual({ email: 'ben@wide.example' });
  });
});
