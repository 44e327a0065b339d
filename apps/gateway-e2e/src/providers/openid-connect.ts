import { startChromium } from '@chat/browser';
import { type OpenIdProvider, type Person, ProviderBrowser, startOpenIdProvider } from '@chat/openid-provider';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrowserVisits } from '../pages/browser-visits.js';
import type { Opener } from '../pages/page-visits.js';
import { Browser } from '../support/browser.js';
import { Organization } from '../support/organization.js';
import { deviceKeyIn, PHONE_OTP, readerWith } from '../support/signed-in.js';
import type { SystemUnderTest } from '../support/system-under-test.js';

const person = (subject: string, name: string): Person => ({
  ...{ subject, name, email: `${subject}@example.com`, emailVerified: true },
});
const PEOPLE = ['ana', 'bo', 'cem', 'dee', 'eve'].map((subject) => person(subject, `${subject} at the provider`));

let tested: SystemUnderTest;
/** The realm at the root of the installation, to which the provider returns. */
let first: Organization;
let organization: Organization;
let provider: OpenIdProvider;

/** The provider `corp` of a system at this address, and its settings. */
export async function openIdProviderOf(base: string) {
  const addresses = { redirectUri: `${base}/complete/oidc/corp/`, logoutUri: `${base}/logout/oidc/corp/` };
  const started = await startOpenIdProvider({
    clients: [{ clientId: 'chat', secret: 's', ...addresses }],
    people: PEOPLE,
  });
  const settings = { oidc_url: started.issuer, client_id: 'chat', secret: 's', auto_signup: true };
  return { provider: started, settings };
}

const newBrowser = () => new Browser(tested.system.baseUrl, organization);

/** Begins a flow, signs in at the provider, and follows its return to the realm of the flow. Returns the path there. */
async function returnPath(browser: Browser, subject: string, atProvider = new ProviderBrowser(), query = '') {
  const { location = '' } = await browser.get(`/accounts/login/social/oidc/corp/${query}`);
  const returned = await atProvider.signIn(location, subject);
  expect(returned.origin).toBe(tested.system.baseUrl);
  const toRealm = await fetch(returned, { redirect: 'manual' });
  const address = new URL(toRealm.headers.get('location') ?? '');
  expect([toRealm.status, address.hostname]).toEqual([302, organization.host]);
  return address.pathname + address.search;
}

async function signedIn(subject: string, atProvider = new ProviderBrowser()): Promise<Browser> {
  const browser = newBrowser();
  expect((await browser.get(await returnPath(browser, subject, atProvider))).status).toBe(302);
  return browser;
}

/** Tests of sign-ins by OpenID Connect. The provider is closed at their end. */
export function signInByOpenId(given: () => { tested: SystemUnderTest; provider: OpenIdProvider }): void {
  beforeAll(async () => {
    ({ tested, provider } = given());
    first = await Organization.create(tested.system);
    const { baseUrl, redisUrl } = tested.system;
    organization = await Organization.create({ baseUrl, redisUrl, domain: 'localhost' });
    await organization.owner.client.patch('/realm', { invite_required: false });
  }, 60_000);
  afterAll(() => Promise.all([first?.close(), organization?.close()]));

  it('the pages with a provider work without scripts, ask no other server, and are accessible', async () => {
    const chromium = await startChromium();
    const pages: readonly (readonly [name: string, open: Opener, userAgent?: string])[] = [
      ['sign-in', (visit) => visit.open('/login/')],
      ['sign-up', (visit) => visit.open('/register/')],
      ['return without a flow', (visit) => visit.open('/complete/oidc/corp/?state=x&code=c')],
      ['desktop app', (visit) => visit.open('/accounts/login/social/oidc/corp'), 'ZulipElectron/5.11.1 (Linux)'],
    ];
    try {
      const visits = new BrowserVisits(chromium, tested.system, organization);
      for (const [name, open, userAgent] of pages) {
        expect([name, await visits.faultsOf(open, userAgent ? { userAgent } : {})]).toEqual([name, []]);
      }
    } finally {
      await chromium.close();
    }
  }, 120_000);

  it('apps read the ways in, in display order, and can open each of them', async () => {
    const browser = newBrowser();
    const { external_authentication_methods: ways, authentication_methods: methods } = (
      await browser.get('/api/v1/server_settings')
    ).body;

    const names = ['saml:corp', 'saml:portal', 'oidc:corp', 'oidc:rogue', 'oidc:unready', 'web'];
    expect(ways.map(({ name }: { name: string }) => name)).toEqual(names);
    expect(methods).toMatchObject({ email: true, ldap: false, saml: true, 'openid connect': true });
    for (const { name, login_url: path } of ways) {
      const expected = { 'oidc:unready': 503, web: 200 }[name as string] ?? 302;
      expect([name, (await newBrowser().get(path)).status]).toEqual([name, expected]);
    }
  });

  describe('a sign-in by OpenID Connect', () => {
    it('makes an account once, signs in to it again, and goes to the destination', async () => {
      const browser = newBrowser();
      const path = await returnPath(browser, 'ana', new ProviderBrowser(), '?next=/account/%3Fx=1');
      expect((await browser.get(path)).location).toBe('/account/?x=1');
      const again = await signedIn('ana');

      const { user_id: userId, full_name: fullName } = (await browser.get('/json/users/me')).body;
      expect(fullName).toBe('ana at the provider');
      expect((await again.get('/json/users/me')).body).toMatchObject({ user_id: userId });
      const { sessions } = (await again.get('/json/users/me/sessions')).body;
      expect(sessions).toHaveLength(2);
      expect(sessions[0]).toMatchObject({ kind: 'web', auth_method: 'oidc:corp' });
    });

    it('works once, also for sixteen simultaneous returns at all replicas', async () => {
      const browser = newBrowser();
      const path = await returnPath(browser, 'bo');

      const returns = await Promise.all(Array.from({ length: 16 }, () => browser.get(path)));

      expect(returns.map(({ status }) => status).sort()).toEqual([302, ...Array.from({ length: 15 }, () => 400)]);
    });

    it('of an attacker does not end in the session of a victim', async () => {
      const [attacker, victim] = [newBrowser(), newBrowser()];
      const path = await returnPath(attacker, 'eve');
      await victim.get('/accounts/login/social/oidc/corp');

      expect((await victim.get(path)).status).toBe(400);
      expect((await victim.get('/json/users/me')).status).toBe(401);
      expect((await attacker.get(path)).status).toBe(302);
    });

    it('begins anew after Redis lost the flow', async () => {
      const browser = newBrowser();
      const { location = '' } = await browser.get('/accounts/login/social/oidc/corp');
      const state = new URL(location).searchParams.get('state') ?? '';

      const lost = await browser.get(`/complete/oidc/corp/?state=${state.replace(/^./, 'x')}&code=c`);

      expect([lost.status, lost.text]).toEqual([400, expect.stringContaining('href="/login/"')]);
      expect((await browser.get(await returnPath(browser, 'cem'))).status).toBe(302);
    });

    it('continues at the other replica of each service', async () => {
      const browser = newBrowser();
      const path = await returnPath(browser, 'cem');
      tested.system.kill('identity-providers', 0);

      // A request that the dead replica had taken may fail, but not the flow that no replica had taken.
      expect([302, 503]).toContain((await browser.get(path)).status);
      expect((await (await signedIn('cem')).get('/json/users/me')).status).toBe(200);
      await tested.system.waitReady();
    });

    it('ends with the logout of the provider, and so does the key of a phone', async () => {
      const atProvider = new ProviderBrowser();
      const browser = await signedIn('dee', atProvider);
      const other = await signedIn('dee');
      const phone = newBrowser();
      const query = `?mobile_flow_otp=${PHONE_OTP}`;
      const { location } = await phone.get(await returnPath(phone, 'dee', new ProviderBrowser(), query));
      const person = { email: 'dee@example.com', password: '', apiKey: deviceKeyIn(location) };
      const byPhone = await readerWith('key', tested.system.baseUrl, organization, person);
      expect((await byPhone('/users/me')).status).toBe(200);

      await atProvider.signOut(provider.issuer);

      // The provider decides when it sends the logout.
      for (const ended of [browser, other]) {
        await eventually(async () => (await ended.get('/json/users/me')).status === 401);
      }
      expect((await byPhone('/users/me')).status).toBe(401);
    });

    it('is refused for a deactivated person, and for everyone if the method is off', async () => {
      const { user_id: userId, delivery_email: email } = (await (await signedIn('bo')).get('/json/users/me')).body;
      await organization.owner.client.delete(`/users/${userId}`);
      const browser = newBrowser();

      const { location } = await browser.get(await returnPath(browser, 'bo'));
      expect(location).toBe(`/login/?is_deactivated=${encodeURIComponent(email)}`);

      const path = await returnPath(browser, 'ana');
      await organization.owner.client.patch('/realm', { authentication_methods: { 'OpenID Connect': false } });
      expect((await browser.get(path)).status).toBe(400);
      expect((await browser.get('/json/users/me')).status).toBe(401);
    });

    it('leaves the password as another way while the provider is down', async () => {
      await organization.owner.client.patch('/realm', { authentication_methods: { 'OpenID Connect': true } });
      await provider.close();
      const browser = newBrowser();
      const startedAt = performance.now();

      const down = await browser.get('/complete/oidc/corp/?state=x&code=c');

      expect(down.status).toBe(400);
      expect((await browser.signIn(organization.owner)).status).toBe(302);
      expect(performance.now() - startedAt).toBeLessThan(10_000);
    });
  });
}
