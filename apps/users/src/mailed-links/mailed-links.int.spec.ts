import {
  ChangeUserAsOperator,
  CheckPasswordReset,
  ConfirmEmailChange,
  fetchApiKey,
  INITIAL_USER_SETTINGS,
  ResetPassword,
  Role,
  requestOf,
  requestPasswordReset,
  updateOwnSettings,
} from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { REALM_ID, TEST_REALM, type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

interface ReceivedMail {
  readonly to: string;
  readonly text: string;
  readonly raw: Buffer;
}

let users: UsersUnderTest;
let server: SMTPServer;
const received: ReceivedMail[] = [];
/** Mails refused before one is taken. */
let refusals = 0;
const refused: Buffer[] = [];

beforeAll(async () => {
  server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks);
        if (refusals-- > 0) {
          refused.push(raw);
          return done(new Error('try again'));
        }
        const text = raw.toString().replaceAll('=\r\n', '').replaceAll('=3D', '=');
        const to = session.envelope.rcptTo.map(({ address }) => address).join(' ');
        received.push({ to, text, raw });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  users = await UsersUnderTest.start({ replicas: 2, env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  users.realm = {
    ...TEST_REALM,
    userSettingsDefaults: { ...INITIAL_USER_SETTINGS, emailAddressVisibility: 3 },
  };
});
afterAll(async () => {
  await users.stop();
  delete process.env['SMTP_URL'];
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

const mailTo = (to: string) => eventually(() => received.find((mail) => mail.to === to), { withinMs: 15_000 });
const tokenIn = (mail: ReceivedMail, path: string) =>
  new RegExp(`http://chat\\.example/accounts/${path}/([\\w-]+)`).exec(mail.text)?.[1] ?? '';
const changeEmail = (actor: TestUser, email: string) => users.call(updateOwnSettings, actor, { email });
const requestReset = (under: UsersUnderTest, email: string, clientAddress: string) =>
  under.ask(requestOf(requestPasswordReset), { actor: null, parameters: { email }, clientAddress });
const confirm = (token: string) => users.ask(ConfirmEmailChange, { realmId: REALM_ID, token });

describe('a change of address', () => {
  it('takes effect once, by its link, and notifies the former address', async () => {
    const ana = await users.person(Role.Member, { email: 'ana@old.example' });

    expect(await users.eventsOf(() => changeEmail(ana, 'ana@new.example'))).toEqual([]);
    const token = tokenIn(await mailTo('ana@new.example'), 'confirm_new_email');
    const events = await users.eventsOf(() => confirm(token));

    expect(events).toMatchObject([
      {
        type: 'users.user_updated',
        payload: {
          user: { deliveryEmail: 'ana@new.example', email: `user${ana.userId}@chat.example` },
          previous: { deliveryEmail: 'ana@old.example' },
        },
      },
    ]);
    await expect(confirm(token)).rejects.toThrow('This link is not valid or has expired.');
    await mailTo('ana@old.example');
  });

  it('is confirmed by one of sixteen simultaneous uses of the link', async () => {
    const ben = await users.person(Role.Member);
    await changeEmail(ben, 'ben@new.example');
    const token = tokenIn(await mailTo('ben@new.example'), 'confirm_new_email');

    const tries = await Promise.allSettled(Array.from({ length: 16 }, () => confirm(token)));

    expect(tries.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });

  it('is refused when another account has the address, before or after the mail', async () => {
    const [cleo, dan] = [await users.person(Role.Member), await users.person(Role.Member)];
    await expect(changeEmail(cleo, dan.email.toUpperCase())).rejects.toThrow('Already has an account.');
    await expect(changeEmail(cleo, 'nonsense')).rejects.toThrow('Invalid address.');

    await changeEmail(cleo, 'wanted@new.example');
    const token = tokenIn(await mailTo('wanted@new.example'), 'confirm_new_email');
    await users.person(Role.Member, { email: 'wanted@new.example' });

    await expect(confirm(token)).rejects.toThrow('Already has an account.');
  });

  it.each([
    ['addresses are restricted to others', { emailsRestrictedToDomains: true }, 'Outside your domain.'],
    ['disposable ones are', { disallowDisposableEmailAddresses: true }, 'Please use your real email address.'],
    ['changes are', { emailChangesDisabled: true }, 'Email address changes are disabled in this organization.'],
  ])(
    'is refused where %s not allowed any more, and taken by the same link when they are again',
    async (_, rule, refusal) => {
      const former = { ...users.realm };
      const fay = await users.person(Role.Member);
      const address = `fay${fay.userId}@yopmail.com`;
      await users.changeRealm({ disallowDisposableEmailAddresses: false, emailsRestrictedToDomains: false });
      await changeEmail(fay, address);
      const token = tokenIn(await mailTo(address), 'confirm_new_email');

      await users.changeRealm(rule);
      await expect(confirm(token)).rejects.toThrow(refusal);
      await users.changeRealm(Object.fromEntries(Object.keys(rule).map((name) => [name, false])));

      expect(await confirm(token)).toEqual({ email: address });
      await users.changeRealm(former);
    },
  );

  it('replaces an earlier link and is limited', async () => {
    const eve = await users.person(Role.Member);
    await changeEmail(eve, 'eve1@new.example');
    const first = tokenIn(await mailTo('eve1@new.example'), 'confirm_new_email');
    await changeEmail(eve, 'eve2@new.example');

    await expect(confirm(first)).rejects.toThrow('This link is not valid or has expired.');
    await expect(changeEmail(eve, 'eve3@new.example')).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT' });
  });
});

describe('a password reset', () => {
  const request = (email: string) => requestReset(users, email, '1.1.1.1');
  const reset = (token: string, password: string) => users.ask(ResetPassword, { realmId: REALM_ID, token, password });

  const keyBy = async ({ email: username }: TestUser, password: string) => {
    const signIn = { actor: null, parameters: { username, password }, clientAddress: '1.1.1.1' };
    return (await users.ask(requestOf(fetchApiKey), signIn)).api_key;
  };

  it('sets the first password of an account by a link that works once', async () => {
    const ana = await users.person(Role.Member, { email: 'forgetful@example.com' });
    await request('FORGETFUL@example.com');
    const token = tokenIn(await mailTo(ana.email), 'password/reset');

    await expect(reset(token, 'abc')).rejects.toThrow('The password is too weak.');
    await reset(token, 'a much better one');

    await expect(reset(token, 'a much better two')).rejects.toThrow('This link is not valid or has expired.');
    expect(await keyBy(ana, 'a much better one')).toBe(ana.apiKey);
  });

  it('is done by one of sixteen simultaneous uses of the link', async () => {
    const ben = await users.person(Role.Member);
    await request(ben.email);
    const token = tokenIn(await mailTo(ben.email), 'password/reset');

    const passwords = Array.from({ length: 16 }, (_, number) => `a much better one ${number}`);
    const tries = await Promise.allSettled(passwords.map((password) => reset(token, password)));

    const done = passwords.filter((_, number) => tries[number]?.status === 'fulfilled');
    expect(done).toHaveLength(1);
    expect(await keyBy(ben, done[0] ?? '')).toBe(ben.apiKey);
  });

  it('checks the link before the cost of a hash', async () => {
    await expect(reset('no such link', 'abc')).rejects.toThrow('This link is not valid or has expired.');
  });

  it.each([
    ['no account', 'no account has this address', async () => 'nobody@nowhere.example'],
    [
      'a deactivated account',
      'has been deactivated',
      async () => {
        const { email } = await users.person(Role.Member, { email: 'former@example.com' });
        await users.ask(ChangeUserAsOperator, { realmId: REALM_ID, email, isActive: false });
        return email;
      },
    ],
  ])('responds equally to an address with %s, and its mail has no link', async (_, text, address) => {
    const email = await address();

    expect(await request(email)).toEqual({});
    await request(email);
    await expect(request(email)).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT' });
    const mail = await mailTo(email);
    expect(mail.text).toContain(text);
    expect(mail.raw.toString()).toContain('Subject: Set a new password for Testers');
    expect(tokenIn(mail, 'password/reset')).toBe('');
    const links = await users.sql('SELECT 1 FROM mailed_link JOIN account USING (user_id) WHERE delivery_email = $1', [
      email,
    ]);
    expect(links).toEqual([]);
  });

  it('can be checked without using the link up', async () => {
    const ana = await users.person(Role.Member);
    await request(ana.email);
    const token = tokenIn(await mailTo(ana.email), 'password/reset');
    const check = (given: string) => users.ask(CheckPasswordReset, { realmId: REALM_ID, token: given });

    expect([await check(token), await check(token)]).toEqual([{}, {}]);
    await reset(token, 'a much better one');
    for (const wrong of [token, '', '\0', 'x']) {
      await expect(check(wrong)).rejects.toThrow('This link is not valid or has expired.');
    }
  });

  it('is refused in a deactivated organization', async () => {
    const ana = await users.person(Role.Member);
    await request(ana.email);
    const token = tokenIn(await mailTo(ana.email), 'password/reset');
    await users.changeRealm({ isDeactivated: true });

    for (const call of [request(ana.email), reset(token, 'a much better one')]) {
      await expect(call).rejects.toMatchObject({ code: 'REALM_DEACTIVATED' });
    }
    await users.changeRealm({ isDeactivated: false });
    await reset(token, 'a much better one');
  });
});

describe('a link', () => {
  const askReset = (email: string) => requestReset(users, email, '2.2.2.2');
  const reset = (token: string) =>
    users.ask(ResetPassword, { realmId: REALM_ID, token, password: 'a much better one' });
  const invalid = 'This link is not valid or has expired.';

  it('works only for its purpose', async () => {
    const ana = await users.person(Role.Member);
    await changeEmail(ana, 'ana@purpose.example');
    await askReset(ana.email);
    const change = tokenIn(await mailTo('ana@purpose.example'), 'confirm_new_email');
    const forgotten = tokenIn(await mailTo(ana.email), 'password/reset');

    await expect(reset(change)).rejects.toThrow(invalid);
    await expect(confirm(forgotten)).rejects.toThrow(invalid);
    await confirm(change);
  });

  it("expires, and is deleted with the account's deactivation", async () => {
    const [ben, cleo] = [await users.person(Role.Member), await users.person(Role.Member)];
    await askReset(ben.email);
    await askReset(cleo.email);
    const [late, gone] = [await mailTo(ben.email), await mailTo(cleo.email)].map((mail) =>
      tokenIn(mail, 'password/reset'),
    ) as [string, string];

    await users.sql(`UPDATE mailed_link SET expires_at = now() - interval '1 second' WHERE user_id = $1`, [ben.userId]);
    await users.ask(ChangeUserAsOperator, { realmId: REALM_ID, email: cleo.email, isActive: false });

    await expect(reset(late)).rejects.toThrow(invalid);
    await expect(reset(gone)).rejects.toThrow(invalid);
  });

  it('for a new password is deleted with another password or another address', async () => {
    const dan = await users.person(Role.Member, { password: 'correct horse battery' });
    const eve = await users.person(Role.Member);
    await askReset(dan.email);
    await askReset(eve.email);
    await changeEmail(eve, 'eve@moved.example');
    const [dans, eves] = [await mailTo(dan.email), await mailTo(eve.email)].map((mail) =>
      tokenIn(mail, 'password/reset'),
    ) as [string, string];

    const passwords = { oldPassword: 'correct horse battery', newPassword: 'another horse battery' };
    await users.call(updateOwnSettings, dan, passwords);
    await confirm(tokenIn(await mailTo('eve@moved.example'), 'confirm_new_email'));

    await expect(reset(dans)).rejects.toThrow(invalid);
    await expect(reset(eves)).rejects.toThrow(invalid);
  });

  /** Runs the works at the same time: each waits at its mail, or for the lock of another work. */
  async function whileMailsWait(...works: readonly (() => Promise<unknown>)[]): Promise<void> {
    const blocker = await users.connections.connect();
    // Not the jobs that send and delete mails, which wait, too.
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND (query LIKE 'INSERT INTO outgoing_mail%' OR query LIKE '%mailed_link%' OR query LIKE '%FROM account%FOR UPDATE%')`;
    await blocker.query('BEGIN; LOCK TABLE outgoing_mail IN EXCLUSIVE MODE');
    const running: Promise<unknown>[] = [];
    try {
      for (const work of works) {
        running.push(work());
        await eventually(async () => (await users.sql(waiting)).length === running.length);
      }
    } finally {
      await blocker.query('COMMIT');
      blocker.release();
    }
    await Promise.all(running);
  }
  const resetsOf = ({ userId }: TestUser) =>
    users.sql(`SELECT 1 FROM mailed_link WHERE user_id = $1 AND purpose = 'password reset'`, [userId]);

  it('for a new password that is made while the address changes is not valid', async () => {
    const gil = await users.person(Role.Member);
    await changeEmail(gil, 'gil@moved.example');
    const change = tokenIn(await mailTo('gil@moved.example'), 'confirm_new_email');

    await whileMailsWait(
      () => confirm(change),
      () => askReset(gil.email),
    );

    expect(await resetsOf(gil)).toEqual([]);
  });

  it('for a new password that is made while another one is made replaces it', async () => {
    const hal = await users.person(Role.Member);

    await whileMailsWait(
      () => askReset(hal.email),
      () => askReset(hal.email),
    );

    expect(await resetsOf(hal)).toHaveLength(1);
  });

  it('is stored only as its hash', async () => {
    const fay = await users.person(Role.Member);
    await askReset(fay.email);
    const token = tokenIn(await mailTo(fay.email), 'password/reset');

    const rows = await users.sql(`SELECT encode(token_hash, 'escape') AS hash FROM mailed_link WHERE user_id = $1`, [
      fay.userId,
    ]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    const kept = await eventually(async () => {
      const mails = await users.sql('SELECT body FROM outgoing_mail WHERE recipient = $1', [fay.email]);
      return mails.length === 0;
    });
    expect(kept).toBe(true);
  });
});

it('names of realms and people cannot add headers or recipients to a mail', async () => {
  const realm = users.realm;
  const evil = await UsersUnderTest.start({ env: { SMTP_URL: process.env['SMTP_URL'] as string } });
  try {
    evil.realm = { ...realm, name: 'Evil\r\nBcc: victim@example.com\r\n\r\nbody' };
    const ana = await evil.person(Role.Member, { email: 'target@example.com', fullName: 'Ana, (b); c: d' });

    for (const email of ['x@y.example\r\nBcc: z@y.example', 'a@b.example, c@d.example', '"a"@b.example', 'a b@c.de']) {
      const asked = requestReset(evil, email, '3.3.3.3');
      await expect(asked).rejects.toThrow(
        email.includes('\n') ? 'Invalid character in ' : 'Enter a valid email address.',
      );
      await expect(evil.call(updateOwnSettings, ana, { email })).rejects.toThrow(/^Invalid (address\.|character in )/);
    }
    await requestReset(evil, ana.email, '3.3.3.3');

    const mail = await PostalMime.parse((await mailTo('target@example.com')).raw);
    expect(mail.to).toEqual([{ name: '', address: 'target@example.com' }]);
    expect(mail.bcc ?? []).toEqual([]);
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail.subject).toMatch(/^Set a new password for Evil/);
    expect(received.filter(({ to }) => to.includes('victim'))).toEqual([]);
  } finally {
    await evil.stop();
  }
}, 30_000);

it('sends a mail again after an error of the mail server, with the same Message-ID', async () => {
  const ana = await users.person(Role.Member);
  refusals = 1;

  await changeEmail(ana, 'patient@new.example');

  const mail = await mailTo('patient@new.example');
  expect(mail.text).toContain('confirm_new_email');
  const ids = await Promise.all([...refused, mail.raw].map(async (raw) => (await PostalMime.parse(raw)).messageId));
  expect(ids).toEqual([expect.stringMatching(/^<\d+\.\d+@[\w.-]+>$/), ids[0]]);
}, 30_000);
