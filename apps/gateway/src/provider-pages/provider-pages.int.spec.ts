import {
  ApiError,
  BeginOidcSignIn,
  CompleteOidcSignIn,
  EndSessionsByLogoutToken,
  GetRealm,
  type IdentityProvider,
  type ProviderSignInResult,
} from '@chat/contracts';
import { realmRecord } from '@chat/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { hashOfToken } from '../admission/verify-credentials.js';
import { PagesModule } from '../pages/pages.controller.js';
import { DesktopSignInModule } from '../sign-in-pages/desktop-sign-in.controller.js';
import { TestGateway, type TestRequest, type TestResponse } from '../testing/test-gateway.js';
import { ProviderPagesModule } from './provider-start.controller.js';

const PROVIDER: IdentityProvider = {
  ...{ protocol: 'oidc', id: 'corp', displayName: 'Corp', displayIcon: null, limitToSubdomains: null },
};
const REALM = realmRecord({
  ...{ realmId: 1, url: 'http://chat.example', botDomain: 'chat.example', name: 'Fernwood' },
});
const ADDRESS = 'https://id.example.com/auth?state=x';
const UNLIMITED = { rateLimits: { perUser: 0, perAddress: 0, picturesPerAddress: 0 } };

let providers: readonly IdentityProvider[];
let isDeactivated: boolean;
let isSwitchedOn: boolean;
let result: ProviderSignInResult | Error;
let begun: unknown;
let realmReads = 0;
const begins: BeginOidcSignIn[] = [];
const completions: CompleteOidcSignIn[] = [];
const logouts: EndSessionsByLogoutToken[] = [];

const gateway = await TestGateway.start({
  features: [ProviderPagesModule, DesktopSignInModule, PagesModule],
  settings: UNLIMITED,
  services: {
    'realm-settings': {
      [GetRealm.pattern]: () => {
        realmReads++;
        const authenticationMethods = { ...REALM.authenticationMethods, 'OpenID Connect': isSwitchedOn };
        const server = { ...REALM.server, identityProviders: providers };
        return { sequence: 1, state: { ...REALM, isDeactivated, authenticationMethods, server } };
      },
    },
    'identity-providers': {
      [BeginOidcSignIn.pattern]: (request: BeginOidcSignIn) => {
        begins.push(request);
        return begun;
      },
      [EndSessionsByLogoutToken.pattern]: (request: EndSessionsByLogoutToken) => {
        logouts.push(request);
        return {};
      },
      [CompleteOidcSignIn.pattern]: (request: CompleteOidcSignIn) => {
        completions.push(request);
        if (result instanceof Error) throw result;
        return result;
      },
    },
  },
});
afterAll(() => gateway.close());
beforeEach(() => {
  providers = [PROVIDER];
  isDeactivated = false;
  isSwitchedOn = true;
  begun = { result: 'begun', redirectUrl: ADDRESS };
  result = { result: 'session', sessionId: 1, lifetimeSeconds: 100 };
  begins.length = 0;
  completions.length = 0;
});

const get = (path: string, rest: TestRequest = {}) => gateway.request('GET', path, { prefix: '', ...rest });
const cookieIn = ({ headers }: TestResponse, name: string): string =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(';')[0] ?? '';
const flowIn = (cookie: string) =>
  JSON.parse(Buffer.from(cookie.slice(cookie.indexOf('=') + 1), 'base64url').toString()) as Record<string, unknown>;

/** Begins a sign-in and returns the cookie of the flow. */
const startFlow = async (query: Record<string, string> = {}) =>
  cookieIn(await get('/accounts/login/social/oidc/corp', { query }), 'sign-in-flow');
const complete = (
  cookie = '',
  query: Record<string, string> = { state: 's', code: 'c', iss: 'https://id.example.com' },
) => get('/complete/oidc/corp/', { query, headers: { cookie } });

describe('the start of a sign-in at a provider', () => {
  it('sends the browser there, with a flow that only this browser can complete', async () => {
    const response = await get('/accounts/login/social/oidc/corp', { query: { next: '/x' } });
    const flow = flowIn(cookieIn(response, 'sign-in-flow'));

    expect([response.status, response.headers.get('location')]).toEqual([302, ADDRESS]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(flow).toMatchObject({ next: '/x', secret: expect.stringMatching(/^[\w-]{43}$/) });
    expect(begins).toEqual([
      {
        realmId: 1,
        providerId: 'corp',
        browserHash: hashOfToken(String(flow['secret'])),
        realmUrl: 'http://chat.example',
      },
    ]);
  });

  it.each(['/accounts/login/social/oidc', '/accounts/register/social/oidc/', '/accounts/register/social/oidc/corp'])(
    'is also at %s',
    async (path) => {
      const response = await get(path, { query: { multiuse_object_key: 'key' } });

      expect(response.headers.get('location')).toBe(ADDRESS);
      const flow = flowIn(cookieIn(response, 'sign-in-flow'));
      expect(flow).toMatchObject({ multiuseObjectKey: 'key', isSignup: path.includes('register') });
    },
  );

  it.each<[string, readonly IdentityProvider[]]>([
    ['/accounts/login/social/oidc/other', [PROVIDER]],
    ['/accounts/login/social/oidc/corp', []],
    ['/accounts/login/social/oidc/corp', [{ ...PROVIDER, protocol: 'saml' }]],
    ['/accounts/login/social/oidc/corp', [{ ...PROVIDER, limitToSubdomains: ['sales'] }]],
    ['/accounts/login/social/oidc', [PROVIDER, { ...PROVIDER, id: 'second' }]],
    ['/accounts/login/social/oidc/__proto__', [PROVIDER]],
    ['/accounts/login/social/oidc/%00', [PROVIDER]],
    ['/accounts/login/social/ldap/corp', [PROVIDER]],
    ['/accounts/login/social/ldap?protocol=oidc', [PROVIDER]],
    ['/accounts/logout/social/oidc/corp', [PROVIDER]],
    ['/accounts/logout/social/oidc?page=login', [PROVIDER]],
  ])('is not found at %s if the realm has not exactly this provider', async (path, configured) => {
    providers = configured;

    expect((await get(path)).status).toBe(404);
    expect(begins).toEqual([]);
  });

  it('is refused if the realm does not accept the method', async () => {
    isSwitchedOn = false;

    expect((await get('/accounts/login/social/oidc/corp')).status).toBe(400);
    expect(begins).toEqual([]);
  });

  it('keeps the app of the flow, and the secret of the browser', async () => {
    const first = await startFlow({ mobile_flow_otp: 'a'.repeat(64), next: '/x' });

    const again = await get('/accounts/login/social/oidc/corp', { headers: { cookie: first } });

    const flow = flowIn(cookieIn(again, 'sign-in-flow'));
    expect(flow).toMatchObject({ mobileFlowOtp: 'a'.repeat(64), next: '/x', secret: flowIn(first)['secret'] });
    await complete(first);
    expect(completions[0]?.target.kind).toBe('mobile');
    // Neither the provider nor the account gets the digits.
    expect(JSON.stringify([begins, completions])).not.toContain('a'.repeat(64));
  });

  it.each([
    [{ mobile_flow_otp: 'xyz' }, 'Invalid OTP'],
    [
      { mobile_flow_otp: 'a'.repeat(64), desktop_flow_otp: 'b'.repeat(64) },
      "Can't use both mobile_flow_otp and desktop_flow_otp together.",
    ],
  ])('refuses %j in JSON, for the app', async (query, msg) => {
    const { status, body } = await get('/accounts/login/social/oidc/corp', { query: query as Record<string, string> });

    expect([status, body]).toEqual([400, expect.objectContaining({ msg, code: 'BAD_REQUEST' })]);
  });

  it('is a page with 503 if the provider does not respond', async () => {
    begun = { result: 'provider_failed', reason: 'unavailable' };

    const { status, text } = await get('/accounts/login/social/oidc/corp');

    expect([status, text]).toEqual([503, expect.stringContaining('The provider does not respond.')]);
  });

  it('leads to the page of a deactivated realm', async () => {
    isDeactivated = true;

    expect((await get('/accounts/login/social/oidc/corp')).headers.get('location')).toBe('/accounts/deactivated/');
  });
});

describe('the logout of a provider', () => {
  const logOut = (provider: string) =>
    gateway.request('POST', `/logout/oidc/${provider}/`, { prefix: '', form: { logout_token: 'the.logout.token' } });

  it('needs no CSRF token, because no browser sends it, and passes the token on', async () => {
    const { status, body } = await logOut('corp');

    expect([status, body]).toEqual([200, { result: 'success', msg: '' }]);
    expect(logouts).toEqual([{ realmId: 1, providerId: 'corp', logoutToken: 'the.logout.token' }]);
  });

  it('is not found for an unknown provider', async () => {
    expect((await logOut('other')).status).toBe(404);
  });
});

describe("the window of the reference's desktop app", () => {
  const asApp = { headers: { 'user-agent': 'ZulipElectron/5.10.3 (Linux)' } };
  afterEach(() => {
    delete process.env['CLIENT_COMPAT'];
  });

  it.each(['/accounts/login/social/oidc/corp', '/accounts/register/social/oidc'])(
    'gets a page of its own at %s',
    async (path) => {
      process.env['CLIENT_COMPAT'] = 'zulip';
      const { status, text, headers } = await get(path, asApp);

      expect(status).toBe(200);
      expect(text).toContain('<input id="token"');
      const [, script = ''] = /<script src="([^"]+)"/.exec(text) ?? [];
      expect(headers.get('content-security-policy')).toContain("script-src 'self'; ");
      const loaded = await get(script);
      expect([loaded.status, loaded.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
      expect([begins, cookieIn({ headers } as TestResponse, 'sign-in-flow')]).toEqual([[], '']);
    },
  );

  it('gets it only with the switch, without a key, and for a provider that exists', async () => {
    expect((await get('/accounts/login/social/oidc/corp', asApp)).status).toBe(302);
    process.env['CLIENT_COMPAT'] = 'zulip';
    const query = { desktop_flow_otp: 'ab'.repeat(32) };
    expect((await get('/accounts/login/social/oidc/corp', { ...asApp, query })).status).toBe(302);
    expect((await get('/accounts/login/social/oidc/corp')).status).toBe(302);
    expect((await get('/accounts/login/social/oidc/other', asApp)).status).toBe(404);
  });
});

describe('the return from a provider', () => {
  it('passes its parameters and the flow of the browser on, and begins a session', async () => {
    const cookie = await startFlow({ next: '/x', multiuse_object_key: 'key' });

    const response = await complete(cookie);

    expect([response.status, response.headers.get('location')]).toEqual([302, '/x']);
    expect(cookieIn(response, 'sessionid')).toMatch(/^sessionid=[\w-]{43}$/);
    expect(cookieIn(response, 'sign-in-flow')).toBe('sign-in-flow=');
    const [request] = completions;
    expect(request).toMatchObject({
      realmId: 1,
      providerId: 'corp',
      parameters: { state: 's', code: 'c', iss: 'https://id.example.com' },
      browserHash: begins[0]?.browserHash,
      invitationKey: 'key',
      target: { kind: 'web', tokenHash: expect.any(String) },
    });
  });

  it('for a desktop app leads to the page with the text, once, at an address without a secret', async () => {
    result = { result: 'login_token', loginToken: 't'.repeat(32) };
    const cookie = await startFlow({ desktop_flow_otp: 'ab'.repeat(32) });

    const response = await complete(cookie);

    expect([response.status, response.headers.get('location')]).toEqual([302, '/accounts/login/desktop/']);
    expect(cookieIn(response, 'sign-in-flow')).toBe('sign-in-flow=');
    const text = cookieIn(response, 'desktop-text');
    const page = await get('/accounts/login/desktop/', { headers: { cookie: text } });
    const { 1: shown } = /<input id="desktop-data" value="([0-9a-f]+)"/.exec(page.text) ?? [];
    expect([page.status, `desktop-text=${shown}`]).toEqual([200, text]);
    expect(cookieIn(page, 'desktop-text')).toBe('desktop-text=');
    const later = await get('/accounts/login/desktop/');
    expect([later.status, later.headers.get('location')]).toEqual([302, '/login/']);
  });

  it('has no hash of a browser without a flow', async () => {
    result = { result: 'no_flow' };

    expect((await complete()).status).toBe(400);
    expect(completions[0]?.browserHash).toBe('');
  });

  it.each(['https://rogue.example', '//rogue.example', '/.//rogue.example', '\\rogue.example'])(
    'never leads to another server: %s',
    async (next) => {
      expect((await complete(await startFlow({ next }))).headers.get('location')).toBe('/');
    },
  );

  it('goes on in the realm of the flow, with its parameters', async () => {
    result = { result: 'other_realm', realmUrl: 'https://sales.chat.example' };

    const { status, headers } = await complete();

    const path = '/complete/oidc/corp/?state=s&code=c&iss=https%3A%2F%2Fid.example.com';
    expect([status, headers.get('location')]).toEqual([302, `https://sales.chat.example${path}`]);
  });

  it('is not found for a provider that no realm has, without a request to the service', async () => {
    expect((await get('/complete/oidc/unknown/?state=s&code=c')).status).toBe(404);
    expect(completions).toEqual([]);
  });

  it('finds a provider of other realms, and reads a known one not again', async () => {
    providers = [PROVIDER, { ...PROVIDER, id: 'sales-only', limitToSubdomains: ['sales'] }];
    const returned = () => get('/complete/oidc/sales-only/?state=s&code=c');
    expect((await returned()).status).toBe(302);
    const before = realmReads;

    expect((await returned()).status).toBe(302);
    expect(realmReads - before).toBe(0);
  });

  it('does not redirect to itself', async () => {
    result = { result: 'other_realm', realmUrl: REALM.url };

    expect((await complete()).status).toBe(400);
  });

  it('leads to the form for a new account, and to the page of a deactivated one', async () => {
    result = { result: 'registration', key: 'abc' };
    expect((await complete()).headers.get('location')).toBe('/accounts/do_confirm/abc');

    result = { result: 'deactivated', email: 'a+b@example.com' };
    expect((await complete()).headers.get('location')).toBe('/login/?is_deactivated=a%2Bb%40example.com');
  });

  it('shows a flow that is over', async () => {
    result = { result: 'no_flow' };

    const { status, text } = await complete(await startFlow());

    expect([status, text]).toEqual([400, expect.stringContaining('This sign-in is over')]);
  });

  it.each<[ProviderSignInResult, number, string]>([
    [{ result: 'provider_failed', reason: 'unavailable' }, 503, 'The provider does not respond.'],
    [{ result: 'provider_failed', reason: 'refused' }, 400, 'The provider did not sign you in.'],
    [{ result: 'provider_failed', reason: 'invalid' }, 400, 'failed a check'],
    [{ result: 'refused', reason: 'method_disabled' }, 400, 'Fernwood does not accept this way to sign in.'],
    [{ result: 'refused', reason: 'address_not_verified' }, 400, 'has not verified your address'],
    [{ result: 'refused', reason: 'address_not_allowed' }, 400, 'does not accept the address'],
    [{ result: 'refused', reason: 'other_identity' }, 400, 'has another identity at this provider'],
    [{ result: 'refused', reason: 'invitation_required' }, 400, 'You need an invitation.'],
    [{ result: 'refused', reason: 'link_not_valid' }, 400, 'This link is not valid or has expired.'],
  ])('leads to a page of the result %j at an address without a secret', async (refused, status, text) => {
    result = refused;

    const response = await complete(await startFlow());
    const location = response.headers.get('location') ?? '';
    const page = await get(location);

    expect([response.status, location]).toEqual([
      302,
      expect.stringMatching(/^\/accounts\/login\/failed\/\?reason=[a-z_]+$/),
    ]);
    expect(page.status).toBe(status);
    expect(page.text).toContain(text);
    expect([response, page].map((each) => cookieIn(each, 'sessionid'))).toEqual(['', '']);
  });

  it('has no page for an unknown reason', async () => {
    expect((await get('/accounts/login/failed/?reason=other')).status).toBe(400);
  });

  it('is a page also if the service refuses', async () => {
    result = new ApiError('BAD_REQUEST', 'There is no such provider.');

    const { status, headers } = await complete();

    expect([status, headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
  });
});
