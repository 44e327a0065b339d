import { createHash, randomBytes } from 'node:crypto';
import {
  fetchApiKey,
  RedeemLoginToken,
  type RedeemLoginToken as Redemption,
  Role,
  requestOf,
  updateOwnSettings,
} from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REALM_ID, type TestUser, UsersUnderTest } from '../testing/users-under-test.js';
import { MAX_KNOWN_BROWSERS } from './known-browsers.repository.js';

const PASSWORD = 'correct horse battery';

let users: UsersUnderTest;
beforeAll(async () => {
  users = await UsersUnderTest.start({ replicas: 2 });
});
afterAll(() => users.stop());

const person = () => users.person(Role.Member, { password: PASSWORD });
const newBrowser = () => createHash('sha256').update(randomBytes(32)).digest('base64url');
const signIn = (ana: TestUser, browserHash: string, kind: 'web' | 'mobile' | 'desktop' = 'web') =>
  users.signIn(ana, PASSWORD, { kind, browserHash, tokenHash: newBrowser() });
const mailsTo = ({ email }: TestUser) =>
  users.sql<{ subject: string; body: string }>('SELECT subject, body FROM outgoing_mail WHERE recipient = $1', [email]);

describe('a sign-in from a new browser', () => {
  it('sends one mail, with program, system, address and time', async () => {
    const [ana, browser] = [await person(), newBrowser()];

    await signIn(ana, browser);
    await signIn(ana, browser);

    const mails = await mailsTo(ana);
    expect(mails).toMatchObject([{ subject: 'New sign-in to Testers' }]);
    expect(mails[0]?.body).toMatch(/Firefox on Linux, from 10\.1\.\d+\.\d+, on 20\d\d-\d\d-\d\d \d\d:\d\d UTC/);
    await signIn(ana, newBrowser());
    expect(await mailsTo(ana)).toHaveLength(2);
  });

  it('sends one for a phone, and for a desktop app when it has its session', async () => {
    const [ana, ben] = [await person(), await person()];

    await signIn(ana, newBrowser(), 'mobile');
    const result = await signIn(ben, newBrowser(), 'desktop');

    expect([(await mailsTo(ana)).length, (await mailsTo(ben)).length]).toEqual([1, 0]);
    const token = result.result === 'login_token' ? result.loginToken : '';
    const app: Redemption['target'] = {
      ...{ kind: 'web', tokenHash: newBrowser(), browserHash: newBrowser() },
      ...{ clientAddress: '10.9.9.9', userAgent: 'Desk/1.0' },
    };
    await users.ask(RedeemLoginToken, { realmId: REALM_ID, token, target: app });
    expect(await mailsTo(ben)).toMatchObject([{ body: expect.stringContaining('Desk, from 10.9.9.9') }]);
  });

  it('sends none to a person without the wish, nor after a wrong password', async () => {
    const ana = await person();
    await expect(users.signIn(ana, 'wrong', { browserHash: newBrowser() })).rejects.toMatchObject({ status: 401 });
    await users.call(updateOwnSettings, ana, { enableLoginEmails: false });

    await signIn(ana, newBrowser());

    expect(await mailsTo(ana)).toEqual([]);
  });

  it('is one again if the browser is not among the last ones', async () => {
    const [ana, first] = [await person(), newBrowser()];
    await signIn(ana, first);
    await users.sql(
      `INSERT INTO known_browsers (user_id, browser_hash, seen_at)
       SELECT $1, sha256(n::text::bytea), now() + interval '1 s' FROM generate_series(1, $2::integer) n`,
      [ana.userId, MAX_KNOWN_BROWSERS],
    );
    await signIn(ana, newBrowser());

    await signIn(ana, first);

    expect(await mailsTo(ana)).toHaveLength(3);
    expect(await users.sql('SELECT 1 FROM known_browsers WHERE user_id = $1', [ana.userId])).toHaveLength(
      MAX_KNOWN_BROWSERS,
    );
  });
});

describe('a new program that fetches the API key', () => {
  const PHONE = 'ZulipMobile/27.2 (iOS 17.0)';
  const fetchKey = ({ email: username }: TestUser, userAgent: string, clientAddress: string, password = PASSWORD) =>
    users.ask(requestOf(fetchApiKey), {
      ...{ actor: null, parameters: { username, password } },
      ...{ userAgent, clientAddress },
    });

  it('sends one mail for its name, system and network, with two simultaneous calls, too', async () => {
    const ana = await person();

    await Promise.all([fetchKey(ana, PHONE, '2001:db8::1'), fetchKey(ana, PHONE, '2001:db8::1')]);
    await fetchKey(ana, 'ZulipMobile/28.0 (iOS 17.1)', '2001:db8::2');

    expect(await mailsTo(ana)).toMatchObject([
      {
        subject: 'New sign-in to Testers',
        body: expect.stringMatching(/ZulipMobile on iOS, from 2001:db8::1, on 20\d\d/),
      },
    ]);
    await fetchKey(ana, 'python-requests/2.32', '2001:db8::1');
    await fetchKey(ana, PHONE, '198.51.100.7');
    expect(await mailsTo(ana)).toHaveLength(3);
  });

  it('sends none after a wrong password, nor to a person without the wish', async () => {
    const [ana, ben] = [await person(), await person()];
    await users.call(updateOwnSettings, ben, { enableLoginEmails: false });

    await expect(fetchKey(ana, PHONE, '198.51.100.8', 'wrong')).rejects.toMatchObject({ status: 401 });
    await fetchKey(ben, PHONE, '198.51.100.8');

    expect([...(await mailsTo(ana)), ...(await mailsTo(ben))]).toEqual([]);
  });
});
