import {
  ApiError,
  authenticationFailed,
  BeginPasskeySignIn,
  badRequest,
  deletePasskey,
  deleteSession,
  deleteSessions,
  GetOwnUser,
  GetRealm,
  getSecondFactor,
  listOwnIdentities,
  listPasskeys,
  listSessions,
  passwordAuthDisabled,
  rateLimitHit,
  realmDeactivated,
  SignInWithPasskey,
  SignInWithPassword,
  userDeactivated,
} from '@chat/contracts';
import { realmRecord } from '@chat/testing';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hashOfToken } from '../admission/verify-credentials.js';
import { PagesModule } from '../pages/pages.controller.js';
import { STYLE_PATH } from '../pages/style.js';
import type { FakeUser } from '../testing/fake-users.js';
import { TestGateway, type TestRequest, type TestResponse } from '../testing/test-gateway.js';
import { PasskeyPagesModule } from './passkey-pages.controller.js';
import { SignInPagesModule } from './sign-in-pages.controller.js';

const REALM = realmRecord({
  ...{ realmId: 1, url: 'http://chat.example', botDomain: 'chat.example' },
  ...{ name: 'Fernwood', description: 'Botanists', defaultLanguage: 'en' },
});
const UNLIMITED = { rateLimits: { perUser: 0, perAddress: 0, picturesPerAddress: 0 } };

let realm = REALM;
let refusal: Error | undefined;
const started: SignInWithPassword[] = [];
const byPasskey: SignInWithPasskey[] = [];
let needsPassword = false;
const ended: unknown[] = [];
const sessions = [
  {
    ...{ session_id: 7, kind: 'web', auth_method: 'password', device: 'Firefox on Linux', ip_address: '::1' },
    ...{ created_at: 1, last_used_at: 1, expires_at: 2, is_current: false },
  },
];
const gateway = await TestGateway.start({
  features: [PagesModule, PasskeyPagesModule, SignInPagesModule],
  settings: UNLIMITED,
  services: {
    'realm-settings': { [GetRealm.pattern]: () => ({ sequence: 1, state: realm }) },
    users: {
      [SignInWithPassword.pattern]: (request: SignInWithPassword) => {
        started.push(request);
        if (refusal !== undefined) throw refusal;
        return { result: 'session', sessionId: 1, lifetimeSeconds: 100 };
      },
      [GetOwnUser.pattern]: ({ actor: { fullName } }: GetOwnUser) => ({ fullName, deliveryEmail: 'real@example.com' }),
      [listSessions.pattern]: () => ({ sessions }),
      [listOwnIdentities.pattern]: () => ({ identities: [] }),
      [listPasskeys.pattern]: () => ({
        passkeys: [{ passkey_id: 3, name: 'Laptop', created_at: 1, last_used_at: null }],
      }),
      [getSecondFactor.pattern]: () => ({
        ...{ is_enabled: false, enabled_at: null, recovery_codes_left: 0, is_required: false },
        needs_password: needsPassword,
      }),
      [BeginPasskeySignIn.pattern]: ({ browserHash }: BeginPasskeySignIn) => ({ options: { challenge: browserHash } }),
      [SignInWithPasskey.pattern]: (request: SignInWithPasskey) => {
        byPasskey.push(request);
        if (refusal !== undefined) throw refusal;
        return { result: 'session', sessionId: 1, lifetimeSeconds: 100 };
      },
      [deletePasskey.pattern]: ({ parameters }: { parameters: unknown }) => {
        if (refusal !== undefined) throw refusal;
        ended.push(parameters);
        return {};
      },
      [deleteSession.pattern]: ({ parameters }: { parameters: unknown }) => {
        ended.push(parameters);
        return {};
      },
      [deleteSessions.pattern]: ({ parameters }: { parameters: unknown }) => {
        ended.push(parameters);
        return {};
      },
    },
  },
});
afterAll(() => gateway.close());
beforeEach(() => {
  realm = REALM;
  refusal = undefined;
  needsPassword = false;
  byPasskey.length = 0;
  started.length = 0;
  ended.length = 0;
});

const get = (path: string, rest: TestRequest = {}) => gateway.request('GET', path, { prefix: '', ...rest });
const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  gateway.request('POST', path, { prefix: '', form, headers });
const cookiesOf = ({ headers }: TestResponse) => headers.getSetCookie();
const tokenIn = (cookie = '') => /=([^;]*)/.exec(cookie)?.[1] ?? '';

const token = 'c'.repeat(43);
const csrf = { cookie: `csrftoken=${token}` };
const signIn = (fields: Record<string, string> = {}, headers: Record<string, string> = csrf) =>
  post(
    '/accounts/login/',
    { username: 'ana@example.com', password: 'secret', csrfmiddlewaretoken: token, ...fields },
    { 'user-agent': 'Firefox/140', ...headers },
  );

describe('the sign-in page', () => {
  it.each(['/login/', '/accounts/login/', '/login'])(
    'is at %s, with the name of the realm and the headers of pages',
    async (path) => {
      const { status, headers, text } = await get(path);

      expect(status).toBe(200);
      expect(text).toContain('Sign in to Fernwood');
      expect(text).toContain('Botanists');
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'self';.*frame-ancestors 'none'$/,
      );
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );

  it('sets the token of its form as a cookie, once', async () => {
    const first = await get('/login/');
    const [cookie = ''] = cookiesOf(first);

    expect(cookie).toMatch(/^csrftoken=[\w-]{43}; Path=\/; Max-Age=\d+; SameSite=Lax$/);
    expect(first.text).toContain(`name="csrfmiddlewaretoken" value="${tokenIn(cookie)}"`);
    const again = await get('/login/', { headers: { cookie: cookie.split(';')[0] as string } });
    expect(cookiesOf(again)).toEqual([]);
    expect(again.text).toContain(`value="${tokenIn(cookie)}"`);
  });

  it('has the language of the browser, else of the realm', async () => {
    expect((await get('/login/', { headers: { 'accept-language': 'de-CH' } })).text).toContain('Anmelden bei Fernwood');
    realm = { ...REALM, defaultLanguage: 'de' };
    expect((await get('/login/', { headers: { 'accept-language': 'xx' } })).text).toContain('<html lang="de"');
  });

  it('shows texts of its address as text only', async () => {
    const { text } = await get('/login/', { query: { email: '"><script>', is_deactivated: '<b>', next: '"/x' } });

    expect(text).not.toMatch(/<script>|<b>/);
    expect(text).toContain('&lt;b&gt; has been deactivated');
  });

  it('sends a signed-in browser on', async () => {
    const cookie = gateway.users.session(gateway.users.add());
    const { status, headers } = await get('/login/', { query: { next: '/x?y=1' }, headers: { cookie } });

    expect([status, headers.get('location')]).toEqual([302, '/x?y=1']);
  });

  it('serves a browser with an ended session', async () => {
    expect((await get('/login/', { headers: { cookie: `sessionid=${token}` } })).status).toBe(200);
  });

  it('of a deactivated realm leads to a page that says so', async () => {
    realm = { ...REALM, isDeactivated: true };

    expect((await get('/login/')).headers.get('location')).toBe('/accounts/deactivated/');
    expect((await get('/accounts/deactivated/')).text).toContain('Fernwood has been deactivated.');
  });

  it('loads a style sheet that browsers keep', async () => {
    const { status, headers, text } = await get(STYLE_PATH);

    expect([status, headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    expect(headers.get('cache-control')).toContain('immutable');
    expect(text).toContain('prefers-color-scheme: dark');
    const former = await get('/static/pages/former.css');
    expect([former.status, former.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  it('leaves unknown paths 404 in JSON', async () => {
    const { status, body } = await get('/accounts/nothing/');

    expect([status, body['result']]).toEqual([404, 'error']);
  });
});

describe('the form', () => {
  it('begins a session with a new token and sends only its hash to the services', async () => {
    const response = await signIn({ next: '/x' }, { ...csrf, 'user-agent': 'Firefox/140' });
    const [session = '', csrfCookie = ''] = cookiesOf(response);

    expect([response.status, response.headers.get('location')]).toEqual([302, '/x']);
    expect(session).toMatch(/^sessionid=[\w-]{43}; Path=\/; Max-Age=100; SameSite=Lax; HttpOnly$/);
    expect(tokenIn(csrfCookie)).not.toBe(token);
    const [request] = started;
    expect(request).toMatchObject({ username: 'ana@example.com', password: 'secret' });
    expect(request?.target).toMatchObject({ kind: 'web', userAgent: 'Firefox/140' });
    expect(request?.target.tokenHash).toBe(hashOfToken(tokenIn(session)));
    expect(tokenIn(cookiesOf(await signIn())[0])).not.toBe(tokenIn(session));
  });

  it('names the browser by a token that stays the same, and sends its hash only', async () => {
    const browserOf = (response: TestResponse) =>
      tokenIn(cookiesOf(response).find((cookie) => cookie.startsWith('known-browser=')));
    const first = browserOf(await signIn());
    const again = browserOf(await signIn({}, { cookie: `${csrf.cookie}; known-browser=${first}` }));

    expect([first, again]).toEqual([expect.stringMatching(/^[\w-]{43}$/), first]);
    expect(started.map(({ target }) => target.browserHash)).toEqual([hashOfToken(first), hashOfToken(first)]);
    expect(browserOf(await signIn())).not.toBe(first);
  });

  it('leads to the account page instead of another server', async () => {
    expect((await signIn({ next: '//evil.example' })).headers.get('location')).toBe('/');
  });

  it('ends the session that the browser had', async () => {
    const cookie = `${gateway.users.session(gateway.users.add())}; ${csrf.cookie}`;

    expect((await signIn({}, { cookie })).status).toBe(302);
    expect(ended).toEqual([{ sessionId: expect.any(Number) }]);
  });

  it.each([
    [400, 'The name or the password is not right.', authenticationFailed()],
    [400, 'Enter a valid email address.', new ApiError('BAD_REQUEST', 'Enter a valid email address.')],
    [400, 'Fernwood does not accept passwords.', passwordAuthDisabled()],
    [400, 'The account ana@example.com has been deactivated.', userDeactivated()],
    [429, 'Try again in 2 minutes.', rateLimitHit(90)],
  ])('comes back with %i and the typed name: %s', async (status, message, error) => {
    refusal = error;
    const response = await signIn({ next: '/x' });

    expect(response.status).toBe(status);
    expect(response.text).toContain(message);
    expect(response.text).toContain('value="ana@example.com"');
    expect(response.text).toContain('name="next" value="/x"');
    expect(response.text).not.toContain('secret');
    expect(cookiesOf(response)).toEqual([]);
    expect(response.headers.get('retry-after')).toBe(status === 429 ? '90' : null);
  });

  it('leads to the page of a deactivated realm', async () => {
    refusal = realmDeactivated();

    expect((await signIn()).headers.get('location')).toBe('/accounts/deactivated/');
  });

  it('comes back without its fields, too', async () => {
    refusal = authenticationFailed();

    expect((await post('/login/', { csrfmiddlewaretoken: token }, csrf)).status).toBe(400);
  });

  it.each([
    ['a missing token', { csrfmiddlewaretoken: '' }, csrf],
    ['a foreign token', { csrfmiddlewaretoken: 'd'.repeat(43) }, csrf],
    ['no cookie', {}, {}],
    ['a foreign origin', {}, { ...csrf, origin: 'https://evil.example' }],
  ])('is 403 with %s, as a page', async (_, fields, headers) => {
    const { status, text, headers: received } = await signIn(fields, headers as Record<string, string>);

    expect([status, started.length]).toEqual([403, 0]);
    expect(text).toContain('<h1>That did not work</h1>');
    expect(received.get('content-security-policy')).toContain("style-src 'self'");
  });

  it('gets a page for every fault and every hostile text', async () => {
    refusal = new Error('boom');
    expect((await signIn()).status).toBe(500);
    refusal = authenticationFailed();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), async (username, next) => {
        const { status, text, headers } = await signIn({ username, next });
        expect(status).toBe(400);
        expect(text).toMatch(/^<!doctype html>/);
        expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      }),
      { numRuns: 50 },
    );
  });
});

describe('the account page', () => {
  let ana: FakeUser;
  let cookie: string;
  beforeEach(() => {
    ana = gateway.users.add({ fullName: 'Ana <i>' });
    cookie = gateway.users.session(ana);
  });

  it('needs a session', async () => {
    const { status, headers } = await get('/account/');

    expect([status, headers.get('location')]).toEqual([302, '/login/?next=%2Faccount%2F']);
  });

  it('shows the person and the sessions, each with a button', async () => {
    const { status, text } = await get('/account/', { headers: { cookie } });

    expect(status).toBe(200);
    expect(text).toContain('Ana &lt;i&gt;');
    expect(text).toContain('real@example.com');
    expect(text).toContain('Firefox on Linux');
    expect(text).toContain('name="session_id" value="7"');
  });

  it('ends one session, or all others', async () => {
    const sent = { cookie: `${cookie}; ${csrf.cookie}` };
    const one = await post('/account/sessions/', { session_id: '7', csrfmiddlewaretoken: token }, sent);
    const others = await post('/account/sessions/', { csrfmiddlewaretoken: token }, sent);

    for (const { status, headers } of [one, others])
      expect([status, headers.get('location')]).toEqual([302, '/account/']);
    expect(ended).toEqual([{ sessionId: 7 }, { keepCurrent: true, apiKey: false }]);
  });

  it('signs out by POST only, and makes the browser forget the session', async () => {
    const sent = { cookie: `${cookie}; ${csrf.cookie}` };
    const response = await post('/accounts/logout/', { csrfmiddlewaretoken: token }, sent);

    expect([response.status, response.headers.get('location')]).toEqual([302, '/login/']);
    expect(cookiesOf(response)[0]).toMatch(/^sessionid=; Path=\/; Max-Age=0;/);
    expect(ended).toHaveLength(1);
    expect((await get('/accounts/logout/', { headers: sent })).status).toBe(405);
    const foreign = await post('/accounts/logout/', {}, sent);
    expect([foreign.status, ended.length]).toEqual([403, 1]);
  });
});

describe('passkeys', () => {
  const PATH = '/accounts/login/passkey/';
  const withPasskeys = { ...REALM, url: 'https://chat.example' };
  const byKey = (response: string, headers: Record<string, string> = csrf) =>
    post(PATH, { response, next: '/x', csrfmiddlewaretoken: token }, headers);

  it('are offered only where browsers make them', async () => {
    expect((await get('/login/')).text).not.toContain('data-passkey');
    realm = withPasskeys;
    expect((await get('/login/')).text).toContain('data-passkey="sign-in" hidden');
  });

  it('have options that are bound to the browser', async () => {
    const { status, text } = await post(`${PATH}options`, {}, { ...csrf, 'x-csrftoken': token });

    expect([status, JSON.parse(text).options]).toEqual([200, { challenge: hashOfToken(token) }]);
    expect((await post(`${PATH}options`, {}, csrf)).status).toBe(403);
  });

  it('sign in with a session, and the browser goes on', async () => {
    const { status, headers } = await byKey('{"id":"AA"}');

    expect([status, headers.get('location')]).toEqual([302, '/x']);
    expect(byPasskey).toMatchObject([
      { browserHash: hashOfToken(token), response: { id: 'AA' }, target: { kind: 'web' } },
    ]);
  });

  it.each(['', 'null', '[]', '{', '"text"'])('give the sign-in page for the response %s', async (response) => {
    const { status, text } = await byKey(response);

    expect([status, byPasskey]).toEqual([400, []]);
    expect(text).toContain('This passkey does not work here.');
  });

  it('are refused as a page: by the service, beyond a limit, and without the CSRF token', async () => {
    refusal = badRequest('Invalid passkey response: the challenge is over');
    const refused = await byKey('{}');
    refusal = rateLimitHit(90);
    const limited = await byKey('{}');
    const foreign = await post(PATH, { response: '{}' });

    expect([refused.status, limited.status, foreign.status]).toEqual([400, 429, 403]);
    expect(limited.headers.get('retry-after')).toBe('90');
    for (const { text } of [refused, limited, foreign]) expect(text).toMatch(/^<!doctype html>/);
  });

  it('are shown on the account page and deleted there, long after the sign-in with the password', async () => {
    realm = withPasskeys;
    needsPassword = true;
    const cookie = `${gateway.users.session(gateway.users.add({ fullName: 'Ana' }))}; ${csrf.cookie}`;
    const remove = (password: string) =>
      post('/account/passkeys/', { passkey_id: '3', password, csrfmiddlewaretoken: token }, { cookie });

    const page = await get('/account/', { headers: { cookie } });
    const deleted = await remove('right');
    refusal = badRequest('Password is incorrect.');
    const refused = await remove('wrong');

    expect(page.text).toContain('id="password-3"');
    expect([deleted.status, deleted.headers.get('location'), ended]).toEqual([
      ...[302, '/account/'],
      [{ passkeyId: 3, password: 'right' }],
    ]);
    expect([refused.status, refused.text.includes('was not deleted')]).toEqual([400, true]);
  });
});
