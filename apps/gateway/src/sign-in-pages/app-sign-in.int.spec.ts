import { createDecipheriv } from 'node:crypto';
import {
  authenticationFailed,
  authenticationMethodDisabled,
  badRequest,
  CheckInvitationLink,
  CompleteSignUp,
  deleteSession,
  GetRealm,
  GetSignUpForm,
  RedeemLoginToken,
  RequestSignUp,
  type SignInResult,
  SignInWithPassword,
  userDeactivated,
} from '@chat/contracts';
import { realmRecord } from '@chat/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PagesModule } from '../pages/pages.controller.js';
import { SignUpPagesModule } from '../sign-up-pages/sign-up-pages.controller.js';
import { TestGateway, type TestRequest, type TestResponse } from '../testing/test-gateway.js';
import { DesktopSignInModule } from './desktop-sign-in.controller.js';
import { SignInPagesModule } from './sign-in-pages.controller.js';

const REALM = realmRecord({ realmId: 1, url: 'http://chat.example', botDomain: 'chat.example', name: 'Fernwood' });
const UNLIMITED = { rateLimits: { perUser: 0, perAddress: 0, picturesPerAddress: 0 } };
const OTP = '0f'.repeat(32);
const API_KEY = 'k'.repeat(32);
const LOGIN_TOKEN = 't'.repeat(32);
const EMAIL = 'ana+1@example.com';
const NOT_VALID = 'This sign-in is used or took too long.';

let refusal: Error | undefined;
/** The destination that the login token has. */
let carried: string | undefined;
const requests: { readonly target?: { readonly kind: string; readonly next?: string } }[] = [];
const ended: unknown[] = [];

/** The users service: the result for the kind of client that the gateway names. */
function signedIn(request: SignInWithPassword | CompleteSignUp): SignInResult {
  requests.push(request);
  if (refusal !== undefined) throw refusal;
  const { kind } = request.target;
  if (kind === 'mobile') return { result: 'device_key', apiKey: API_KEY, email: EMAIL, userId: 7 };
  if (kind === 'desktop') return { result: 'login_token', loginToken: LOGIN_TOKEN };
  return { result: 'session', sessionId: 1, lifetimeSeconds: 100 };
}
const gateway = await TestGateway.start({
  features: [PagesModule, SignInPagesModule, DesktopSignInModule, SignUpPagesModule],
  settings: UNLIMITED,
  services: {
    'realm-settings': { [GetRealm.pattern]: () => ({ sequence: 1, state: REALM }) },
    users: {
      [SignInWithPassword.pattern]: signedIn,
      [CompleteSignUp.pattern]: signedIn,
      [CheckInvitationLink.pattern]: () => ({}),
      [GetSignUpForm.pattern]: () => ({ email: EMAIL, needsPassword: true }),
      [RequestSignUp.pattern]: () => ({}),
      [RedeemLoginToken.pattern]: (request: RedeemLoginToken) => {
        requests.push(request);
        if (refusal !== undefined) throw refusal;
        return { result: 'session', sessionId: 1, lifetimeSeconds: 100, next: carried };
      },
      [deleteSession.pattern]: ({ parameters }: { parameters: unknown }) => {
        ended.push(parameters);
        return {};
      },
    },
  },
});
afterAll(() => gateway.close());
beforeEach(() => {
  refusal = undefined;
  requests.length = 0;
  ended.length = 0;
});

/** A browser that keeps its cookies. */
class Browser {
  private readonly cookies = new Map([['csrftoken', 'c'.repeat(43)]]);

  get(path: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) {
    return this.send('GET', path, { query, headers });
  }

  post(path: string, form: Record<string, string>) {
    return this.send('POST', path, { form: { csrfmiddlewaretoken: this.cookies.get('csrftoken') ?? '', ...form } });
  }

  /** Takes a cookie from outside. */
  accept(cookie: string): void {
    const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(cookie) ?? [];
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  has(name: string): boolean {
    return this.cookies.has(name);
  }

  private async send(method: string, path: string, rest: TestRequest) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'user-agent': 'Firefox/140', ...rest.headers };
    const response = await gateway.request(method, path, { prefix: '', ...rest, headers });
    for (const sent of response.headers.getSetCookie()) this.accept(sent);
    return response;
  }
}

const signIn = { username: EMAIL, password: 'secret' };
const locationOf = ({ headers }: TestResponse) => new URL(headers.get('location') ?? '', 'http://chat.example');

function tokenIn({ text }: TestResponse): string {
  const sealed = Buffer.from(/<input id="desktop-data" value="([0-9a-f]+)"/.exec(text)?.[1] ?? '', 'hex');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(OTP, 'hex'), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(-16));
  return `${decipher.update(sealed.subarray(12, -16), undefined, 'utf8')}${decipher.final('utf8')}`;
}

describe('a sign-in for an app on a phone', () => {
  it('ends in the app with a hidden key, without a session', async () => {
    const browser = new Browser();
    const page = await browser.get('/login/', { mobile_flow_otp: OTP });
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' chat:;");
    expect(page.text).not.toContain(OTP);

    const response = await browser.post('/accounts/login/', signIn);

    expect(response.status).toBe(302);
    const { href, protocol, host, searchParams } = locationOf(response);
    expect([protocol, host, href.startsWith('chat://login?')]).toEqual(['chat:', 'login', true]);
    expect(Object.fromEntries(searchParams)).toEqual({
      otp_encrypted_api_key: Buffer.from(Buffer.from(API_KEY).map((byte) => byte ^ 0x0f)).toString('hex'),
      email: EMAIL,
      user_id: '7',
      realm: 'http://chat.example',
    });
    expect([browser.has('sessionid'), browser.has('sign-in-flow')]).toEqual([false, false]);
    expect(requests).toMatchObject([{ target: { kind: 'mobile', userAgent: 'Firefox/140' } }]);
    expect(JSON.stringify(requests)).not.toContain(OTP);
  });

  it('goes on after a wrong password, also if only the form named the app', async () => {
    const [byPage, byForm] = [new Browser(), new Browser()];
    await byPage.get('/accounts/login/', { mobile_flow_otp: OTP.toUpperCase() });
    refusal = authenticationFailed();

    expect((await byPage.post('/login/', signIn)).status).toBe(400);
    const refused = await byForm.post('/login/', { ...signIn, mobile_flow_otp: OTP });
    expect([refused.status, refused.text.includes(OTP)]).toEqual([400, false]);

    refusal = undefined;
    for (const browser of [byPage, byForm]) {
      expect(locationOf(await browser.post('/login/', signIn)).protocol).toBe('chat:');
      expect(locationOf(await browser.post('/login/', signIn)).pathname).toBe('/');
    }
  });

  it('shows the form to a signed-in browser, and leaves its session', async () => {
    const browser = new Browser();
    browser.accept(gateway.users.session(gateway.users.add()));

    expect((await browser.get('/login/')).status).toBe(302);
    expect((await browser.get('/login/', { mobile_flow_otp: OTP })).status).toBe(200);
    expect(locationOf(await browser.post('/login/', signIn)).protocol).toBe('chat:');
    expect([browser.has('sessionid'), ended]).toEqual([true, []]);
  });

  it.each([
    ['/register/', '/register/'],
    ['/join/key/', '/join/key/'],
  ])('can begin with a sign-up at %s', async (page, form) => {
    const browser = new Browser();
    await browser.get(page, { mobile_flow_otp: OTP });
    await browser.post(form, { email: EMAIL });
    await browser.get('/accounts/do_confirm/key');

    const response = await browser.post('/accounts/register/', { key: 'key', full_name: 'Ana', password: 'secret' });

    expect(locationOf(response).protocol).toBe('chat:');
  });

  it('has the address of the reference app for its clients', async () => {
    process.env['CLIENT_COMPAT'] = 'zulip';
    const browser = new Browser();
    const response = await browser.post('/login/', { ...signIn, mobile_flow_otp: OTP });

    expect(locationOf(response).href).toMatch(/^zulip:\/\/login\?/);
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self' zulip:;");
  });
  afterEach(() => {
    delete process.env['CLIENT_COMPAT'];
  });
});

describe('a sign-in for a desktop app', () => {
  it('ends in a page with an encrypted token, which begins the session of the app', async () => {
    const browser = new Browser();
    await browser.get('/login/', { desktop_flow_otp: OTP });

    const page = await browser.post('/accounts/login/', signIn);

    expect([page.status, tokenIn(page)]).toEqual([200, LOGIN_TOKEN]);
    expect(page.text).not.toContain(LOGIN_TOKEN);
    expect([browser.has('sessionid'), browser.has('sign-in-flow')]).toEqual([false, false]);
    const app = new Browser();
    const response = await app.get(`/accounts/login/subdomain/${LOGIN_TOKEN}`);
    expect([response.status, locationOf(response).pathname]).toEqual([302, '/']);
    expect(app.has('sessionid')).toBe(true);
    expect(requests.at(-1)).toMatchObject({ token: LOGIN_TOKEN });
  });

  it.each([
    ['/account/key/?a=b', '/account/key/?a=b'],
    ['//evil.example/', '/'],
    ['', undefined],
    [`/${'é'.repeat(1_500)}`, undefined],
  ])('carries a destination of this origin to the app (%#)', async (next, sent) => {
    const browser = new Browser();
    await browser.get('/login/', { desktop_flow_otp: OTP, next });
    await browser.post('/accounts/login/', { ...signIn, next });
    expect(requests.at(-1)?.target?.next).toBe(sent);
    carried = sent;

    const response = await new Browser().get(`/accounts/login/subdomain/${LOGIN_TOKEN}`);

    const { origin, pathname, search } = locationOf(response);
    expect([origin, pathname + search]).toEqual(['http://chat.example', sent ?? '/']);
    carried = undefined;
  });

  it.each([
    ['used, late, malformed or unknown', badRequest('This link is not valid or has expired.'), NOT_VALID],
    ['of a deactivated account', userDeactivated(), NOT_VALID],
    ['of a method that is off now', authenticationMethodDisabled(), 'Fernwood does not accept this way to sign in.'],
  ])('does not begin a session by a token that is %s', async (_, error, shown) => {
    refusal = error;
    const app = new Browser();
    const { status, text } = await app.get('/accounts/login/subdomain/x%00/');

    expect([status, app.has('sessionid')]).toEqual([400, false]);
    expect(text).toContain(shown);
  });

  it.each(['cross-site', 'same-site'])(
    'does not begin a session by a link on a page of another site (%s)',
    async (site) => {
      const app = new Browser();
      const path = `/accounts/login/subdomain/${LOGIN_TOKEN}`;

      expect((await app.get(path, {}, { 'sec-fetch-site': site })).status).toBe(400);
      expect([app.has('sessionid'), requests]).toEqual([false, []]);
      expect((await app.get(path, {}, { 'sec-fetch-site': 'none' })).status).toBe(302);
    },
  );
});

describe('impossible parameters of an app', () => {
  it.each([
    ['Invalid OTP', { mobile_flow_otp: 'x' }],
    ['Invalid OTP', { desktop_flow_otp: OTP.slice(1) }],
    ['Invalid OTP', { mobile_flow_otp: `${OTP}0` }],
    ['Invalid OTP', { mobile_flow_otp: '\0' }],
    ["Can't use both mobile_flow_otp and desktop_flow_otp together.", { mobile_flow_otp: OTP, desktop_flow_otp: OTP }],
  ])('are 400 in JSON: %s', async (msg, parameters) => {
    const error = { result: 'error', code: 'BAD_REQUEST', msg };
    for (const path of ['/login/', '/register/', '/join/key/']) {
      const browser = new Browser();
      for (const { status, body } of [
        await browser.get(path, parameters as Record<string, string>),
        await browser.post(path, { ...signIn, ...(parameters as Record<string, string>) }),
      ]) {
        expect([status, body]).toEqual([400, error]);
      }
      expect(browser.has('sign-in-flow')).toBe(false);
    }
    expect(requests).toEqual([]);
  });
});
