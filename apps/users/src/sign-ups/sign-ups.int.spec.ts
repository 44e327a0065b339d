import { randomBytes } from 'node:crypto';
import {
  CheckInvitationLink,
  CompleteSignUp,
  createInvitationLink,
  createInvitations,
  deactivateUser,
  type FieldsOf,
  fetchApiKey,
  GetSignUpForm,
  InvitationsChanged,
  listInvitations,
  type NewInvitations,
  RequestSignUp,
  Role,
  requestOf,
  revokeInvitation,
  revokeInvitationLink,
  UserCreated,
} from '@chat/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { REALM_ID, TEST_REALM, type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

const NOT_VALID = 'This link is not valid or has expired.';
const PASSWORD = 'correct horse battery';

let users: UsersUnderTest;
let owner: TestUser;
let requests = 0;
beforeAll(async () => {
  users = await UsersUnderTest.start({ replicas: 2 });
  users.readableStreams = [7, 8];
  owner = await users.person(Role.Owner);
});
afterAll(() => users.stop());
beforeEach(async () => {
  await users.changeRealm({ ...TEST_REALM, inviteRequired: false });
  for (const table of ['sign_ups', 'invitations', 'outgoing_mail']) await users.sql(`DELETE FROM ${table}`);
  users.subscribed.length = 0;
});

const options = { streamIds: [], inviteAs: Role.Member, inviteExpiresInMinutes: 14_400 };
const invite = (inviteeEmails: string, more: Partial<NewInvitations> = {}, actor = owner) =>
  users.call(createInvitations, actor, { ...options, inviteeEmails, ...more });
const keyIn = (text: string) => /\/(?:do_confirm|join)\/([a-z2-7]{24})\b/.exec(text)?.[1];
const mailTo = async (recipient: string) => {
  const sql = 'SELECT body FROM outgoing_mail WHERE recipient = $1 ORDER BY id DESC LIMIT 1';
  return (await users.sql<{ body: string }>(sql, [recipient]))[0]?.body ?? '';
};
const request = (email: string, invitationKey?: string) =>
  users.ask(RequestSignUp, {
    realmId: REALM_ID,
    email,
    clientAddress: `2.2.2.${++requests}`,
    ...(invitationKey !== undefined && { invitationKey }),
  });
const requestedKey = async (email: string, invitationKey?: string) => {
  await request(email, invitationKey);
  return keyIn(await mailTo(email)) ?? '';
};
const invitedKey = async (email: string, more: Partial<NewInvitations> = {}, actor = owner) => {
  await invite(email, more, actor);
  return keyIn(await mailTo(email)) ?? '';
};
const linkKey = async (more: Partial<NewInvitations> = {}, actor = owner) =>
  keyIn((await users.call(createInvitationLink, actor, { ...options, ...more })).invite_link) ?? '';
const form = (key: string) => users.ask(GetSignUpForm, { realmId: REALM_ID, key });
const complete = (key: string, more: Partial<FieldsOf<CompleteSignUp>> = {}) =>
  users.ask(CompleteSignUp, {
    ...{ realmId: REALM_ID, key, fullName: 'Nora Lind', password: PASSWORD },
    target: {
      ...{ kind: 'web', tokenHash: randomBytes(32).toString('base64url') },
      ...{ clientAddress: '2.2.2.2', userAgent: 'Firefox/140' },
    },
    ...more,
  });
const created = async (work: () => Promise<unknown>) =>
  (await users.eventsOf(work)).filter(({ type }) => type === UserCreated.type).map(({ payload }) => payload);

describe('a sign-up', () => {
  it('is completed once by the mailed link, with the chosen settings', async () => {
    const key = await requestedKey('nora@example.com');
    expect(await form(key)).toEqual({ email: 'nora@example.com', needsPassword: true });
    expect(await form(key)).toEqual({ email: 'nora@example.com', needsPassword: true });

    const settings = { timezone: 'Europe/Berlin', emailAddressVisibility: 4 };
    const events = await created(() => complete(key, { settings, defaultStreamGroups: ['Start'] }));

    const joining = { inviterId: null, streamIds: [], defaultStreamGroups: ['Start'] };
    expect(events).toMatchObject([
      { joining, user: { role: Role.Member, fullName: 'Nora Lind', ...settings, deliveryEmail: 'nora@example.com' } },
    ]);
    expect(users.subscribed).toMatchObject([{ userId: events[0]?.['userId'], joining }]);
    const sessions = await users.sql('SELECT auth_method FROM sessions WHERE user_id = $1', [events[0]?.['userId']]);
    expect(sessions).toEqual([{ auth_method: 'registration' }]);
    await expect(complete(key)).rejects.toThrow(NOT_VALID);
    await expect(form(key)).rejects.toThrow(NOT_VALID);
    const parameters = { username: 'nora@example.com', password: PASSWORD };
    const signIn = { actor: null, parameters, clientAddress: '1.1.1.1' };
    expect(await users.ask(requestOf(fetchApiKey), signIn)).toMatchObject({ email: 'nora@example.com' });
  });

  it('makes one account in sixteen simultaneous requests', async () => {
    const key = await requestedKey('once@example.com');

    const outcomes = await Promise.allSettled(Array.from({ length: 16 }, () => complete(key)));

    const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused).toHaveLength(15);
    for (const { reason } of refused) expect([NOT_VALID, 'Already has an account.']).toContain(reason.message);
  }, 30_000);

  it.each([
    ['a blank name', { fullName: ' ' }, 'Name too short!'],
    ['a weak password', { password: 'abc' }, 'The password is too weak.'],
    ['an unknown time zone', { settings: { timezone: 'Mars/Base' } }, 'is not a recognized time zone'],
    ['an unknown visibility', { settings: { emailAddressVisibility: Number.NaN } }, 'emailAddressVisibility'],
  ])('with %s is refused, and the link remains valid', async (_, fields, message) => {
    const key = await requestedKey(`kept${requests}@example.com`);

    expect(await created(() => expect(complete(key, fields)).rejects.toThrow(message))).toEqual([]);
    await complete(key);
  });

  it('needs the consent to terms where there are some', async () => {
    const key = await requestedKey('terms@example.com');
    await users.changeRealm({ server: { ...TEST_REALM.server, termsOfServiceUrl: 'https://terms.example' } });

    await expect(complete(key)).rejects.toThrow('You must accept the terms of service.');
    await complete(key, { acceptsTerms: true });
  });

  it('follows the current rules of the realm', async () => {
    const key = await requestedKey('rules@example.com');

    await users.changeRealm({ inviteRequired: true });
    await expect(complete(key)).rejects.toThrow('You need an invitation.');
    await users.changeRealm({ emailsRestrictedToDomains: true });
    await expect(complete(key)).rejects.toThrow('Outside your domain.');
    await expect(request('other@example.com')).rejects.toThrow('Outside your domain.');
    await users.changeRealm({ emailsRestrictedToDomains: false, isDeactivated: true });
    await expect(complete(key)).rejects.toMatchObject({ code: 'REALM_DEACTIVATED' });
    await users.changeRealm({ isDeactivated: false, inviteRequired: false });
    await complete(key);
  });

  it('has no password where the realm does not accept passwords of this server', async () => {
    const key = await requestedKey('free@example.com');
    await users.changeRealm({ emailAuthEnabled: false });

    expect(await form(key)).toMatchObject({ needsPassword: false });
    const [account] = await created(() => complete(key, { password: '' }));

    expect(await users.sql('SELECT 1 FROM password WHERE user_id = $1', [account?.['userId']])).toEqual([]);
  });

  it.each([['nonsense'], [''], ['a'.repeat(24)], ['A'.repeat(24)], ['\0']])(
    'with the key %j is not valid',
    async (key) => {
      for (const call of [form(key), complete(key), request('x@example.com', key)]) {
        await expect(call).rejects.toThrow(NOT_VALID);
      }
      await expect(users.ask(CheckInvitationLink, { realmId: REALM_ID, key })).rejects.toThrow(NOT_VALID);
    },
  );

  it('expires after a day', async () => {
    const key = await requestedKey('late@example.com');
    await users.sql(`UPDATE sign_ups SET expires_at = expires_at - interval '24 hours'`);

    await expect(form(key)).rejects.toThrow(NOT_VALID);
    await expect(complete(key)).rejects.toThrow(NOT_VALID);
  });
});

describe('a request to sign up', () => {
  it.each([
    ['has an account', () => owner.email, false, 'has an account already'],
    ['needs an invitation', () => 'stranger@example.com', true, 'need an invitation'],
  ])('gets a mail without a link if the address %s', async (_, email, inviteRequired, text) => {
    await users.changeRealm({ inviteRequired });

    expect(await request(email())).toEqual({});

    const body = await mailTo(email());
    expect(body).toContain(text);
    expect(keyIn(body)).toBeUndefined();
  });

  it('gets a mail with a link if the address has an invitation, which decides about the account', async () => {
    await users.changeRealm({ inviteRequired: true });
    await invite('Guest@example.com', { inviteAs: Role.Guest, streamIds: [7] });
    const key = await requestedKey('guest@example.com');

    const events = await created(() => complete(key));

    expect(events).toMatchObject([
      { user: { role: Role.Guest }, joining: { inviterId: owner.userId, streamIds: [7] } },
    ]);
    expect((await users.call(listInvitations, owner, {})).invites.filter(({ email }) => email)).toEqual([]);
  });

  it('is limited for each mailbox', async () => {
    const limit = 2;
    for (let n = 0; n < limit; n++) await request('often@example.com');

    await expect(request('OFTEN@example.com')).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT' });
  });

  it.each([['nonsense'], ['a@b.example\r\nBcc: c@d.example'], ['a@b.example, c@d.example']])(
    'from the address %j is refused',
    async (email) => {
      await expect(request(email)).rejects.toThrow('Enter a valid email address.');
    },
  );
});

describe('an invitation by mail', () => {
  it('makes one account with its role and streams in sixteen simultaneous requests', async () => {
    const key = await invitedKey('ida@example.com', { inviteAs: Role.Administrator, streamIds: [8, 7] });
    expect(await form(key)).toMatchObject({ email: 'ida@example.com' });
    await invite('IDA@example.com');

    const events = await users.eventsOf(() => Promise.allSettled(Array.from({ length: 16 }, () => complete(key))));

    const payloads = events.filter(({ type }) => type === UserCreated.type).map(({ payload }) => payload);
    const joining = { inviterId: owner.userId, streamIds: [8, 7], defaultStreamGroups: [] };
    expect(payloads).toMatchObject([{ user: { role: Role.Administrator, deliveryEmail: 'ida@example.com' }, joining }]);
    expect(events.filter(({ type }) => type === InvitationsChanged.type)).toHaveLength(1);
    expect((await users.call(listInvitations, owner, {})).invites.filter(({ email }) => email)).toEqual([]);
    await expect(form(key)).rejects.toThrow(NOT_VALID);
  }, 30_000);

  it('is useless after its revocation', async () => {
    const key = await invitedKey('revoked@example.com');
    const id = (await users.call(listInvitations, owner, {})).invites[0]?.id ?? 0;
    await users.call(revokeInvitation, owner, { id });

    await expect(form(key)).rejects.toThrow(NOT_VALID);
    await expect(complete(key)).rejects.toThrow(NOT_VALID);
  });

  it('is useless after the deactivation of its maker', async () => {
    const maker = await users.person(Role.Administrator);
    const key = await invitedKey('orphan@example.com', {}, maker);
    await users.call(deactivateUser, owner, { userId: maker.userId });

    await expect(complete(key)).rejects.toThrow(NOT_VALID);
  });

  it('remains after an error, and is valid where others need an invitation', async () => {
    await users.changeRealm({ inviteRequired: true });
    const key = await invitedKey('retry@example.com');

    await expect(complete(key, { password: 'abc' })).rejects.toThrow('The password is too weak.');
    await complete(key);
  });
});

describe('a link for any number of people', () => {
  it('admits several people with its role and streams', async () => {
    await users.changeRealm({ inviteRequired: true });
    const link = await linkKey({ inviteAs: Role.Guest, streamIds: [7] });
    expect(await users.ask(CheckInvitationLink, { realmId: REALM_ID, key: link })).toEqual({});
    const keys = [await requestedKey('lea@example.com', link), await requestedKey('leo@example.com', link)];

    const events = await created(() => Promise.all(keys.map((key) => complete(key))));

    const joining = { inviterId: owner.userId, streamIds: [7], defaultStreamGroups: [] };
    const guest = { user: { role: Role.Guest }, joining };
    expect(events).toMatchObject([guest, guest]);
  });

  it('also ends the sign-ups that began with it when it is revoked', async () => {
    const link = await linkKey();
    const key = await requestedKey('begun@example.com', link);
    const id = (await users.call(listInvitations, owner, {})).invites.at(-1)?.id ?? 0;
    await users.call(revokeInvitationLink, owner, { id });

    await expect(request('new@example.com', link)).rejects.toThrow(NOT_VALID);
    await expect(form(key)).rejects.toThrow(NOT_VALID);
    await expect(complete(key)).rejects.toThrow(NOT_VALID);
  });

  it('also ends the sign-ups that began with it when its maker is deactivated', async () => {
    const maker = await users.person(Role.Administrator);
    const key = await requestedKey('begun-too@example.com', await linkKey({}, maker));
    await users.call(deactivateUser, owner, { userId: maker.userId });

    await expect(complete(key)).rejects.toThrow(NOT_VALID);
  });

  it('does not end the sign-ups that began with it when it expires', async () => {
    const link = await linkKey();
    const key = await requestedKey('in-time@example.com', link);
    await users.sql(`UPDATE invitation_links SET expires_at = now() - interval '1 minute'`);

    await expect(request('too-late@example.com', link)).rejects.toThrow(NOT_VALID);
    await complete(key);
  });

  it('is revoked while sign-ups complete, and each of them succeeds whole or not at all', async () => {
    const keys = [];
    const link = await linkKey();
    for (let n = 0; n < 4; n++) keys.push(await requestedKey(`race${n}@example.com`, link));
    const id = (await users.call(listInvitations, owner, {})).invites.at(-1)?.id ?? 0;

    const [revocation, ...outcomes] = await Promise.allSettled([
      users.call(revokeInvitationLink, owner, { id }),
      ...keys.map((key) => complete(key)),
    ]);

    expect(revocation?.status).toBe('fulfilled');
    const made = outcomes.filter(({ status }) => status === 'fulfilled').length;
    const accounts = await users.sql(`SELECT 1 FROM account WHERE delivery_email LIKE 'race%'`);
    expect(accounts).toHaveLength(made);
    for (const key of keys) await expect(complete(key)).rejects.toThrow(/^(This link is not valid|Already has)/);
  }, 30_000);
});
