import { randomBytes } from 'node:crypto';
import {
  CheckRealmCreation,
  CreateRealm,
  CreateRealmCreationLink,
  REALM_CREATION_ERRORS as ERRORS,
  type FieldsOf,
  FoundRealm,
  GetSignUpForm,
  RequestRealm,
  UserCreated,
} from '@chat/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { REALM_ID, UsersUnderTest } from '../testing/users-under-test.js';

const NOT_VALID = 'This link is not valid or has expired.';
const PASSWORD = 'correct horse battery';

let users: UsersUnderTest;
let requests = 0;
beforeAll(async () => {
  users = await UsersUnderTest.start({ replicas: 2, env: { OPEN_REALM_CREATION: 'true' } });
});
afterAll(async () => {
  await users.stop();
  delete process.env['OPEN_REALM_CREATION'];
});
beforeEach(async () => {
  users.createdRealms.length = 0;
  await users.sql('DELETE FROM realm_requests');
});

const wish = { realmName: 'Fernwood', realmType: 90, realmSubdomain: 'fernwood' };
const request = (email: string, more: Partial<FieldsOf<RequestRealm>> = {}, under = users) =>
  under.ask(RequestRealm, { realmId: REALM_ID, email, ...wish, clientAddress: `3.3.3.${++requests}`, ...more });
const keysTo = async (recipient: string, under = users) => {
  const sql = 'SELECT body FROM outgoing_mail WHERE recipient = $1 ORDER BY id';
  const mails = await under.sql<{ body: string }>(sql, [recipient]);
  return mails.map(({ body }) => /\/accounts\/do_confirm\/([a-z2-7]{24})\s/.exec(body)?.[1] ?? '');
};
const requestedKey = async (email: string, more: Partial<FieldsOf<RequestRealm>> = {}) => {
  await request(email, more);
  return (await keysTo(email)).at(-1) ?? '';
};
const found = (key: string, more: Partial<FieldsOf<FoundRealm>> = {}) => {
  const tokenHash = randomBytes(32).toString('base64url');
  const target = { kind: 'web', tokenHash, userAgent: 'Firefox/140', clientAddress: '3.3.3.3' } as const;
  return users.ask(FoundRealm, { realmId: REALM_ID, key, fullName: 'Nora Lind', password: PASSWORD, target, ...more });
};
const accountsOf = (email: string) =>
  users.sql('SELECT realm_id, role, full_name FROM account WHERE delivery_email = $1', [email]);

describe('a new organization', () => {
  it('is created with its owner by the mailed link, once', async () => {
    const key = await requestedKey('nora@example.com');
    const form = () => users.ask(GetSignUpForm, { realmId: REALM_ID, key });
    const newRealm = { name: 'Fernwood', url: 'http://fernwood.chat.example' };
    expect([await form(), await form()]).toMatchObject([{ email: 'nora@example.com', newRealm }, { newRealm }]);

    const { url, loginToken } = await found(key, { settings: { timezone: 'Europe/Berlin' } });

    expect([url, loginToken]).toEqual(['http://fernwood.chat.example', expect.stringMatching(/^[A-Za-z0-9]{32}$/)]);
    expect(users.createdRealms).toMatchObject([{ str: 'fernwood', name: 'Fernwood' }]);
    const { realmId } = users.createdRealms[0] ?? { realmId: 0 };
    expect(await accountsOf('nora@example.com')).toEqual([{ realm_id: realmId, role: 100, full_name: 'Nora Lind' }]);
    const created = (await users.events(realmId)).filter(UserCreated.matches).map(({ payload }) => payload.user);
    expect(created.at(-1)).toMatchObject({ timezone: 'Europe/Berlin', deliveryEmail: 'nora@example.com' });
    await expect(found(key)).rejects.toThrow(NOT_VALID);
    await expect(form()).rejects.toThrow(NOT_VALID);
  });

  it('is one with one owner after sixteen simultaneous requests', async () => {
    const key = await requestedKey('once@example.com');

    const outcomes = await Promise.allSettled(Array.from({ length: 16 }, () => found(key)));

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(users.createdRealms).toHaveLength(1);
    expect(await accountsOf('once@example.com')).toHaveLength(1);
  }, 30_000);

  it('gets its owner by a repetition if the replica died after it created the realm', async () => {
    const key = await requestedKey('crash@example.com');
    const [row] = await users.sql<{ creation_id: string }>('SELECT creation_id FROM realm_requests');
    const creationId = row?.creation_id as string;
    await users.request(CreateRealm, { str: 'fernwood', name: 'Fernwood', creationId }, 0);

    await found(key);

    expect(users.createdRealms).toHaveLength(1);
    expect(await accountsOf('crash@example.com')).toHaveLength(1);
  });

  it('gets its owner by the same link for 30 days if its creation was interrupted', async () => {
    const key = await requestedKey('interrupted@example.com');
    users.losesCreatedRealms = true;
    await expect(found(key)).rejects.toMatchObject({ status: 503 });
    users.losesCreatedRealms = false;
    expect(await accountsOf('interrupted@example.com')).toEqual([]);
    await users.sql(`UPDATE realm_requests SET expires_at = expires_at - interval '29 days'`);

    await found(key);

    expect(users.createdRealms).toHaveLength(1);
    expect(await accountsOf('interrupted@example.com')).toMatchObject([{ role: 100 }]);
  });

  it('gets none after 30 days', async () => {
    const key = await requestedKey('abandoned@example.com');
    users.losesCreatedRealms = true;
    await expect(found(key)).rejects.toMatchObject({ status: 503 });
    users.losesCreatedRealms = false;
    await users.sql(`UPDATE realm_requests SET expires_at = expires_at - interval '30 days'`);

    await expect(found(key)).rejects.toThrow(NOT_VALID);
  });

  it.each([
    ['a weak password', { password: 'abc' }, 'The password is too weak.'],
    ['a blank name', { fullName: ' ' }, 'Name too short!'],
  ])('with %s is refused before it exists, and the link remains valid', async (_, fields, message) => {
    const key = await requestedKey(`kept${requests}@example.com`);

    await expect(found(key, fields)).rejects.toThrow(message);
    expect(users.createdRealms).toEqual([]);
    await found(key);
  });

  it('with a subdomain that was taken meanwhile is refused', async () => {
    const [first, second] = [await requestedKey('first@example.com'), await requestedKey('second@example.com')];
    await found(first);

    await expect(found(second)).rejects.toThrow(ERRORS.takenSubdomain);
    expect(await accountsOf('second@example.com')).toEqual([]);
  });

  it('is not created a day later', async () => {
    const key = await requestedKey('late@example.com');
    await users.sql(`UPDATE realm_requests SET expires_at = expires_at - interval '24 hours'`);

    await expect(found(key)).rejects.toThrow(NOT_VALID);
  });
});

describe('a request for an organization', () => {
  it.each([
    ['no address', { email: 'nonsense' }, 'Enter a valid email address.'],
    ['a reserved subdomain', { realmSubdomain: 'www' }, ERRORS.reservedSubdomain],
    ['an impossible subdomain', { realmSubdomain: 'a.b' }, ERRORS.subdomain],
    ['an unknown type', { realmType: 1 }, ERRORS.type],
    ['a blank name', { realmName: '\0' }, ERRORS.name],
  ])('with %s is refused', async (_, fields, message) => {
    await expect(request('x@example.com', fields)).rejects.toThrow(message);
    expect(await keysTo('x@example.com')).toEqual([]);
  });

  it('with a taken subdomain is refused', async () => {
    await found(await requestedKey('taken@example.com'));

    await expect(request('other@example.com')).rejects.toThrow(ERRORS.takenSubdomain);
  });

  it('is limited for each mailbox', async () => {
    for (let n = 0; n < 2; n++) await request('often@example.com');

    await expect(request('OFTEN@example.com')).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT' });
  });
});

describe('where organizations are not for everyone', () => {
  let closed: UsersUnderTest;
  beforeAll(async () => {
    closed = await UsersUnderTest.start({ replicas: 2, env: { OPEN_REALM_CREATION: 'false' } });
  });
  afterAll(() => closed.stop());
  const newKey = async () => {
    const { url } = await closed.ask(CreateRealmCreationLink, { realmId: REALM_ID });
    return /^http:\/\/chat\.example\/new\/([a-z2-7]{24})$/.exec(url)?.[1] ?? '';
  };
  const check = (key?: string) => closed.ask(CheckRealmCreation, { realmId: REALM_ID, ...(key && { key }) });

  it('a person needs a link', async () => {
    await expect(check()).rejects.toThrow(ERRORS.closed);
    await expect(request('x@example.com', {}, closed)).rejects.toThrow(ERRORS.closed);
    for (const key of ['x', 'a'.repeat(24), '\0']) await expect(check(key)).rejects.toThrow(NOT_VALID);
  });

  it('the link of the operators causes one mail in sixteen simultaneous requests, and checks use nothing up', async () => {
    const key = await newKey();
    expect([await check(key), await check(key)]).toEqual([{}, {}]);
    await expect(request('y@example.com', { key, realmSubdomain: 'www' }, closed)).rejects.toThrow();

    const emails = Array.from({ length: 16 }, (_, n) => `person${n}@example.com`);
    const outcomes = await Promise.allSettled(emails.map((email) => request(email, { key }, closed)));

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await Promise.all(emails.map((email) => keysTo(email, closed)))).flat()).toHaveLength(1);
    await expect(check(key)).rejects.toThrow(NOT_VALID);
  });

  it('the link ends after seven days', async () => {
    const key = await newKey();
    await closed.sql(`UPDATE realm_creation_links SET expires_at = expires_at - interval '167 hours'`);
    await check(key);
    await closed.sql(`UPDATE realm_creation_links SET expires_at = expires_at - interval '1 hour'`);

    await expect(check(key)).rejects.toThrow(NOT_VALID);
  });
});
