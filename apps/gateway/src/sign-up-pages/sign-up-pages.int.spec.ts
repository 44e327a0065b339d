import {
  badRequest,
  CheckInvitationLink,
  CompleteSignUp,
  GetRealm,
  GetSignUpForm,
  ListStreamGroupChoices,
  RequestSignUp,
  rateLimitHit,
  realmDeactivated,
} from '@chat/contracts';
import { realmRecord } from '@chat/testing';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hashOfToken } from '../admission/verify-credentials.js';
import { PagesModule } from '../pages/pages.controller.js';
import { beginFlow } from '../sign-in-pages/sign-in-flow.js';
import { TestGateway } from '../testing/test-gateway.js';
import { SignUpPagesModule } from './sign-up-pages.controller.js';

const REALM = realmRecord({
  ...{ realmId: 1, url: 'http://chat.example', botDomain: 'chat.example' },
  ...{ name: 'Fernwood', description: 'Botanists', defaultLanguage: 'en' },
});
const UNLIMITED = { rateLimits: { perUser: 0, perAddress: 0, picturesPerAddress: 0 } };
const KEY = 'abcdefghijklmnopqrstuvwx';
const linkNotValid = () => badRequest('This link is not valid or has expired.');

let refusal: Error | undefined;
const requested: RequestSignUp[] = [];
const completed: CompleteSignUp[] = [];
const checked = ({ key }: { key: string }) => {
  if (key !== KEY) throw linkNotValid();
  return { email: 'nora@example.com', needsPassword: true };
};
/** Fields that only a person from a provider has. */
let fromProvider = {};
const gateway = await TestGateway.start({
  features: [PagesModule, SignUpPagesModule],
  settings: UNLIMITED,
  services: {
    messaging: { [ListStreamGroupChoices.pattern]: () => [{ name: 'Gardens', description: 'Beds' }] },
    'realm-settings': { [GetRealm.pattern]: () => ({ sequence: 1, state: REALM }) },
    users: {
      [CheckInvitationLink.pattern]: checked,
      [GetSignUpForm.pattern]: (request: GetSignUpForm) => ({ ...checked(request), ...fromProvider }),
      [RequestSignUp.pattern]: (request: RequestSignUp) => {
        requested.push(request);
        if (refusal !== undefined) throw refusal;
        return {};
      },
      [CompleteSignUp.pattern]: (request: CompleteSignUp) => {
        completed.push(request);
        checked(request);
        if (refusal !== undefined) throw refusal;
        return { result: 'session', sessionId: 1, lifetimeSeconds: 100 };
      },
    },
  },
});
afterAll(() => gateway.close());
beforeEach(() => {
  refusal = undefined;
  fromProvider = {};
  requested.length = 0;
  completed.length = 0;
});

const token = 'c'.repeat(43);
const csrf = { cookie: `csrftoken=${token}` };
const get = (path: string) => gateway.request('GET', path, { prefix: '' });
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = csrf) =>
  gateway.request('POST', path, { prefix: '', form: { csrfmiddlewaretoken: token, ...fields }, headers });
const register = (fields: Record<string, string> = {}) =>
  post('/accounts/register/', { key: KEY, full_name: 'Nora Lind', password: 'secret words', ...fields });

const malformed = [
  '%',
  '%zz',
  '%ff',
  '%ed%a0%80',
  '%00',
  'x'.repeat(1_000),
  'x'.repeat(1_001),
  `${'x'.repeat(4_000)}%`,
];

describe.each(['/join/', '/accounts/do_confirm/'])('a malformed link below %s', (path) => {
  const open = (key: string) => gateway.request('GET', `${path}${key}/?next=%`, { prefix: '', headers: csrf });

  it.each(malformed.map((key) => [key.length < 20 ? key : `${key.slice(0, 3)}… (${key.length})`, key]))(
    'gives the page of an unknown one: %s',
    async (_, key) => {
      const [{ status, text }, unknown] = await Promise.all([open(key), open('z'.repeat(24))]);

      expect([status, unknown.status]).toEqual([404, 404]);
      expect(text).toBe(unknown.text);
    },
  );
});

describe('a request for an account', () => {
  it.each(['/register/', '/accounts/home/', `/join/${KEY}/`])('has a form at %s', async (path) => {
    const { status, text } = await get(path);

    expect(status).toBe(200);
    expect(text).toContain('Join Fernwood');
  });

  it.each([
    ['/register/', undefined],
    [`/join/${KEY}/`, KEY],
  ])('by %s is followed by 302 to the page about the mail', async (path, invitationKey) => {
    const { status, headers } = await post(path, { email: ' nora+1@example.com ' });

    expect([status, headers.get('location')]).toEqual([302, '/accounts/send_confirm/?email=nora%2B1%40example.com']);
    expect(requested).toMatchObject([{ email: ' nora+1@example.com ', clientAddress: '127.0.0.1' }]);
    expect(requested[0]?.invitationKey).toBe(invitationKey);
    const sent = await get(headers.get('location') ?? '');
    expect(sent.text).toContain('a mail to nora+1@example.com.');
  });

  it.each([
    ['Enter a valid email address.', 'Enter a valid email address.'],
    ['Outside your domain.', 'Fernwood does not accept addresses of this domain.'],
  ])('refused with "%s" brings the form back with the typed address', async (message, shown) => {
    refusal = badRequest(message);

    const { status, text } = await post('/register/', { email: 'x"y' });

    expect(status).toBe(400);
    expect(text).toContain(shown);
    expect(text).toContain('value="x&quot;y"');
  });

  it('beyond the limit gives 429 with the time to wait', async () => {
    refusal = rateLimitHit(61);

    const { status, headers, text } = await post('/register/', { email: 'nora@example.com' });

    expect([status, headers.get('retry-after')]).toEqual([429, '61']);
    expect(text).toContain('Try again in 2 minutes.');
  });

  it.each(['/register/', `/join/${KEY}/`, '/accounts/register/'])(
    'without the CSRF token is refused at %s',
    async (path) => {
      expect((await post(path, { key: KEY, email: 'nora@example.com' }, {})).status).toBe(403);
      expect([requested, completed]).toEqual([[], []]);
    },
  );
});

describe('the form of a mailed link', () => {
  it('shows the address and posts the key', async () => {
    const { status, text } = await get(`/accounts/do_confirm/${KEY}`);

    expect(status).toBe(200);
    expect(text).toContain('This account will have the address nora@example.com.');
    expect(text).toContain(`name="key" value="${KEY}"`);
    expect(completed).toEqual([]);
  });

  it.each([
    ['says that there is no account yet after a sign-in at a provider', { fullName: 'Nora' }, false, true],
    ['does not say so after a sign-up at a provider', { fullName: 'Nora' }, true, false],
    ['does not say so after a mail', {}, false, false],
  ])('%s', async (_, provided, isSignup, isOffered) => {
    fromProvider = provided;
    const { cookie } = beginFlow({ next: '', isSignup }, false);

    const headers = { cookie: cookie.split(';', 1)[0] ?? '' };
    const { text } = await gateway.request('GET', `/accounts/do_confirm/${KEY}`, { prefix: '', headers });

    expect(text.includes('nora@example.com has no account yet.')).toBe(isOffered);
    expect(text.includes('<a href="/login/">')).toBe(isOffered);
  });

  it('starts a session with a token that only the browser has', async () => {
    const chosen = { timezone: 'Europe/Berlin', email_address_visibility: '4', terms: 'on', role: '100' };
    const { status, headers } = await register(chosen);

    expect([status, headers.get('location')]).toEqual([302, expect.stringMatching(/^\//)]);
    const cookie = headers.getSetCookie().find((one) => one.startsWith('sessionid=')) ?? '';
    const session = /^sessionid=([\w-]{43}); .*HttpOnly/.exec(cookie)?.[1] ?? '';
    expect(completed).toMatchObject([
      {
        ...{ key: KEY, fullName: 'Nora Lind', password: 'secret words', target: { tokenHash: hashOfToken(session) } },
        ...{ settings: { timezone: 'Europe/Berlin', emailAddressVisibility: 4 }, acceptsTerms: true },
        defaultStreamGroups: [],
      },
    ]);
    expect(headers.getSetCookie().some((one) => one.startsWith('csrftoken='))).toBe(true);
  });

  it('takes nothing else: role, address, inviter and streams come from the invitation', async () => {
    await register({
      ...{ role: '100', is_admin: 'true', invited_as: '100', invite_as: '100', stream_ids: '[1]', inviter_id: '1' },
      ...{ email: 'eve@example.com', delivery_email: 'eve@example.com', realm_id: '2', user_id: '1' },
    });

    const [request] = completed;
    expect(Object.keys(request ?? {}).sort()).toEqual([
      ...['acceptsTerms', 'defaultStreamGroups', 'fullName', 'key', 'password', 'realmId', 'settings', 'target'],
    ]);
    expect(request).toMatchObject({ realmId: 1, settings: {}, defaultStreamGroups: [] });
    expect(Object.keys(request?.settings ?? { none: true })).toEqual([]);
  });

  it('takes several groups of streams', async () => {
    const form = new URLSearchParams({ csrfmiddlewaretoken: token, key: KEY, full_name: 'Nora Lind', password: 'x' });
    for (const group of ['Gardens', 'Woods']) form.append('default_stream_group', group);

    await gateway.request('POST', '/accounts/register/', { prefix: '', form, headers: csrf });

    expect(completed).toMatchObject([{ defaultStreamGroups: ['Gardens', 'Woods'] }]);
  });

  it.each([
    ['The password is too weak.', 'This password is too easy to guess.'],
    ['Already has an account.', 'nora@example.com has an account already.'],
    ['You need an invitation.', 'You need an invitation.'],
    ['Invalid characters in name!', 'The server does not accept this.'],
    ['You must accept the terms of service.', 'Accept the terms of service.'],
  ])('comes back after the error "%s", with the typed name and without the password', async (message, shown) => {
    refusal = badRequest(message);

    const { status, text, headers } = await register();

    expect(status).toBe(400);
    expect(text).toContain(shown);
    expect(text).toContain('value="Nora Lind"');
    expect(text).not.toContain('secret words');
    expect(headers.getSetCookie()).toEqual([]);
  });
});

it('every link that does not work gives the same page, 404', async () => {
  const other = 'zzzzzzzzzzzzzzzzzzzzzzzz';
  const responses = [
    await gateway.request('GET', `/accounts/do_confirm/${other}`, { prefix: '', headers: csrf }),
    await gateway.request('GET', '/accounts/do_confirm/%00', { prefix: '', headers: csrf }),
    await gateway.request('GET', `/join/${'x'.repeat(1_000)}/`, { prefix: '', headers: csrf }),
    await post(`/join/${other}/`, { email: 'nora@example.com' }),
    await register({ key: other }),
    await register({ key: '' }),
  ];

  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 404));
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  expect(responses[0]?.text).toContain('This link is not valid or has expired.');
  expect(responses[0]?.text).toContain('If you have already sent its form, your account exists');
  expect(responses[0]?.text).toContain('<a href="/login/">');
});

it('a form of a deactivated organization leads to its page', async () => {
  refusal = realmDeactivated();

  for (const { status, headers } of [await post('/register/', { email: 'nora@example.com' }), await register()]) {
    expect([status, headers.get('location')]).toEqual([302, '/accounts/deactivated/']);
  }
});
