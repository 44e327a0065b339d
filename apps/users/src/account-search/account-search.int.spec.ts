import { ChangeUserAsOperator, Role, SearchAccounts, TOO_MANY_ADDRESSES } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REALM_ID, UsersUnderTest } from '../testing/users-under-test.js';

let users: UsersUnderTest;
let searches = 0;
beforeAll(async () => {
  users = await UsersUnderTest.start({ replicas: 2 });
});
afterAll(() => users.stop());

const search = (emails: string) =>
  users.ask(SearchAccounts, { realmId: REALM_ID, emails, clientAddress: `4.4.4.${++searches}` });
const mailsTo = (recipient: string) =>
  users.sql<{ subject: string; body: string }>('SELECT subject, body FROM outgoing_mail WHERE recipient = $1', [
    recipient,
  ]);

describe('a search for organizations', () => {
  it('mails to every address, and only the mail says whether it has an account', async () => {
    await users.person(Role.Member, { email: 'Ana@example.com' });
    const former = await users.person(Role.Member, { email: 'former@example.com' });
    await users.ask(ChangeUserAsOperator, { realmId: REALM_ID, email: former.email, isActive: false });

    expect(await search('ana@example.com, nobody@example.com\nformer@example.com ANA@example.com')).toEqual({});

    const mails = await Promise.all(['ana', 'nobody', 'former'].map((name) => mailsTo(`${name}@example.com`)));
    expect(mails.map((list) => list.length)).toEqual([1, 1, 1]);
    expect(new Set(mails.flat().map(({ subject }) => subject)).size).toBe(1);
    const [ana, nobody, deactivated] = mails.flat().map(({ body }) => body);
    expect(ana).toContain('Testers: http://chat.example/login/');
    for (const body of [nobody, deactivated]) expect(body).toContain('It has none on this server.');
  });

  it.each([
    ['', 'Enter a valid email address.'],
    [' ,\n', 'Enter a valid email address.'],
    ['ok@example.com, nonsense', 'Enter a valid email address.'],
    ['a@b.example\0', 'Enter a valid email address.'],
    [Array.from({ length: 11 }, (_, n) => `p${n}@example.com`).join(), TOO_MANY_ADDRESSES],
  ])('for %j is refused and mails nothing', async (emails, message) => {
    await expect(search(emails)).rejects.toThrow(message);
    expect(await mailsTo('ok@example.com')).toEqual([]);
  });

  it('is limited for each mailbox and each network address', async () => {
    for (let n = 0; n < 2; n++) await search('often@example.com');
    await expect(search('often@example.com')).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT' });
  });
});
