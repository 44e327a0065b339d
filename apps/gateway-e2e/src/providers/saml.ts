import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { startChromium } from '@chat/browser';
import { type SamlResponseOptions, SamlTestProvider } from '@chat/testing';
import { freePort } from '@chat/tools';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BrowserVisits } from '../pages/browser-visits.js';
import { Browser } from '../support/browser.js';
import { Organization } from '../support/organization.js';
import { deviceKeyIn, PHONE_OTP, readerWith } from '../support/signed-in.js';
import type { SystemUnderTest } from '../support/system-under-test.js';

const PATH = '/complete/saml/';
/** A page may take this long on a busy machine; the service gives up earlier. */
const BOUND_MS = 10_000;

let tested: SystemUnderTest;
let organization: Organization;
/** The page of the provider is open there during one test; other tests read the address of a flow only. */
const PROVIDER_PORT = await freePort();
/** A provider that also signs documents for other tests. */
export const corp = await SamlTestProvider.create(undefined, `http://127.0.0.1:${PROVIDER_PORT}/sso`);
const portal = await SamlTestProvider.create('https://portal.example.com');
/** Both providers in SAML_PROVIDERS. */
export const SAML_PROVIDERS = JSON.stringify({
  corp: corp.settings({ auto_signup: true, slo_url: 'https://provider.example.com/slo' }),
  portal: portal.settings({ allow_unsolicited: true }),
});
let metadata: string;

const newBrowser = () => new Browser(tested.system.baseUrl, organization);

/** The page of the provider posts a document: from another site, to the root of the installation, and without cookies. */
async function postAcrossSites(form: Readonly<Record<string, string>>) {
  const headers = { origin: new URL(corp.url).origin };
  const body = new URLSearchParams(form);
  const response = await fetch(tested.system.baseUrl + PATH, { method: 'POST', body, headers, redirect: 'manual' });
  return { status: response.status, location: response.headers.get('location') ?? '', text: await response.text() };
}

const pathOf = (location: string): string => new URL(location).pathname + new URL(location).search;

/** Begins a flow, and returns the proper response of the provider to it. */
async function begun(browser: Browser, options: SamlResponseOptions, query = '') {
  const start = await browser.get(`/accounts/login/social/saml/corp${query}`);
  return responseTo(start.location ?? '', options);
}

/** The form that the provider makes of the address to which a flow leads. */
async function responseTo(address: string, options: SamlResponseOptions) {
  const { id, relayState } = await corp.requestIn(address, metadata);
  const SAMLResponse = await corp.response(metadata, { inResponseTo: id, ...options });
  return { SAMLResponse, RelayState: relayState };
}

/** The page of the provider for a person with the address. Its button posts the response to the server. */
async function openProviderPage(email: string): Promise<Server> {
  const server = createServer(async ({ url = '' }, response) => {
    if (!url.startsWith('/sso?')) return response.writeHead(404).end();
    const form = await responseTo(new URL(url, corp.url).href, identity(email));
    const fields = Object.entries(form).map(([name, value]) => `<input type="hidden" name="${name}" value='${value}'>`);
    const page = `<form method="post" action="${tested.system.baseUrl}${PATH}">${fields.join('')}<button class="main">`;
    return response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
  server.listen(PROVIDER_PORT, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const identity = (email: string): SamlResponseOptions => ({
  nameId: `id of ${email}`,
  attributes: { email, name: 'Ana Saml' },
});

/** The whole sign-in. Returns the browser and its destination. */
async function signIn(email: string, query: string) {
  const browser = newBrowser();
  const { location } = await postAcrossSites(await begun(browser, identity(email), query));
  return { browser, destination: (await browser.get(pathOf(location))).location };
}

async function signedIn(email: string): Promise<Browser> {
  const { browser, destination } = await signIn(email, '?next=/account/');
  expect(destination).toBe('/account/');
  return browser;
}

export function signInBySaml(system: () => SystemUnderTest): void {
  beforeAll(async () => {
    tested = system();
    organization = await Organization.create(tested.system);
    await organization.owner.client.patch('/realm', { invite_required: false });
    metadata = await (await fetch(`${tested.system.baseUrl}/saml/metadata.xml`)).text();
  }, 60_000);
  afterAll(() => organization?.close());

  describe('a sign-in by SAML', () => {
    it('signs in to the account with the address, or to a new one, and the sessions name the provider', async () => {
      const ana = await organization.addUser('Ana Member');

      const known = await signedIn(ana.email);
      const unknown = await signedIn(`new-${ana.email}`);

      expect((await known.get('/json/users/me')).body).toMatchObject({ user_id: ana.userId });
      expect((await unknown.get('/json/users/me')).body).toMatchObject({ full_name: 'Ana Saml' });
      const { sessions } = (await known.get('/json/users/me/sessions')).body;
      expect(sessions).toMatchObject([{ kind: 'web', auth_method: 'saml:corp', is_current: true }]);
    });

    it('works once, also for sixteen simultaneous responses at all replicas', async () => {
      const browser = newBrowser();
      const form = await begun(browser, identity(`once@${organization.host}`));

      const responses = await Promise.all(Array.from({ length: 16 }, () => postAcrossSites(form)));

      expect(responses.map(({ status }) => status).sort()).toEqual([302, ...Array.from({ length: 15 }, () => 400)]);
      const path = pathOf(responses.find(({ status }) => status === 302)?.location ?? '');
      const returns = await Promise.all(Array.from({ length: 16 }, () => browser.get(path)));
      expect(returns.filter(({ status }) => status === 302)).toHaveLength(1);
    });

    it('of an attacker does not end in the session of a victim', async () => {
      const [attacker, victim] = [newBrowser(), newBrowser()];
      const form = await begun(attacker, identity(`eve@${organization.host}`));
      await victim.get('/accounts/login/social/saml/corp');

      const { location } = await postAcrossSites(form);
      const response = await victim.get(pathOf(location));

      expect(response.status).toBe(400);
      expect((await victim.get('/json/users/me')).status).toBe(401);
      expect((await attacker.get(pathOf(location))).status).toBe(302);
    });

    it('is refused if the organization switches the method off meanwhile', async () => {
      const switchTo = (isOn: boolean) =>
        organization.owner.client.patch('/realm', { authentication_methods: { SAML: isOn } });
      const browser = newBrowser();
      const { location } = await postAcrossSites(await begun(browser, identity(`off@${organization.host}`)));
      await switchTo(false);

      expect((await browser.get(pathOf(location))).status).toBe(400);
      expect((await browser.get('/json/users/me')).status).toBe(401);
      expect((await browser.get('/accounts/login/social/saml/corp')).status).toBe(400);
      await switchTo(true);
      expect((await browser.get('/accounts/login/social/saml/corp')).status).toBe(302);
    });

    it('ends at its destination in a real browser, by the page of the provider at another site', async () => {
      const { baseUrl, redisUrl } = tested.system;
      const place = await Organization.create({ baseUrl, redisUrl, domain: 'localhost' });
      await place.owner.client.patch('/realm', { invite_required: false });
      const server = await openProviderPage('real-browser@example.com');
      const chromium = await startChromium();
      try {
        const visits = new BrowserVisits(chromium, tested.system, place);
        const options = { passes: [baseUrl, new URL(corp.url).origin], javaScriptEnabled: false };
        const faults = await visits.visit(options, async (visit, page) => {
          await visit.open('/accounts/login/social/saml/corp?next=/account/');
          expect(page.url()).toContain(`${corp.url}?SAMLRequest=`);
          await visit.send({});
          visit.requireAt('/account/');
          expect(await page.locator('main').textContent()).toContain('real-browser@example.com');
        });
        expect(faults).toEqual([]);
      } finally {
        await chromium.close();
        server.close();
        await place.close();
      }
    }, 60_000);

    it('that begins at the provider leads to a flow of the browser, without a session', async () => {
      const subdomain = organization.host.split('.')[0] as string;
      const SAMLResponse = await portal.response(metadata, identity(`eve@${organization.host}`));
      const form = { SAMLResponse, RelayState: JSON.stringify({ subdomain }) };

      const { status, location } = await postAcrossSites(form);

      expect([status, new URL(location).hostname, pathOf(location)]).toEqual([
        302,
        organization.host,
        '/accounts/login/social/saml/portal',
      ]);
      const start = await newBrowser().get(pathOf(location));
      expect(start.location).toMatch(new RegExp(`^${portal.url}\\?SAMLRequest=`));
      expect((await postAcrossSites(form)).status).toBe(400);
    });
  });

  it('a logout of the provider ends the sessions of the person and the key of a phone at once', async () => {
    const email = `leaver@${organization.host}`;
    const [one, other] = [await signedIn(email), await signedIn(email)];
    const { destination } = await signIn(email, `?mobile_flow_otp=${PHONE_OTP}`);
    const person = { email, password: '', apiKey: deviceKeyIn(destination) };
    const byPhone = await readerWith('key', tested.system.baseUrl, organization, person);
    expect((await byPhone('/users/me')).status).toBe(200);
    const stays = await signedIn(`stayer@${organization.host}`);
    const { nameId } = identity(email);

    const { status } = await postAcrossSites({ SAMLRequest: await corp.logoutRequest(metadata, { nameId }) });

    expect(status).toBe(302);
    for (const browser of [one, other]) expect((await browser.get('/json/users/me')).status).toBe(401);
    expect((await byPhone('/users/me')).status).toBe(401);
    expect((await stays.get('/json/users/me')).status).toBe(200);
  });

  it('hostile documents get a page with status 400 in bounded time, and other ways in work meanwhile', async () => {
    const piece = fc.constantFrom(
      ...['<a>', '</a>', '<!DOCTYPE a [<!ENTITY b "c">]>', '&b;', '<a b="c" ', '\0', '<![CDATA[', ']]>', '<!--', '<?a'],
      ...[
        '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#">',
        '<saml:Assertion>',
        '\u{1F600}',
        ' ',
        '\uFFFF',
      ],
    );
    const document = fc
      .tuple(fc.array(piece, { maxLength: 8 }), fc.nat(20_000))
      .map(([pieces, n]) => pieces.join('').repeat(n));
    const ana = await organization.addUser('Ana Undisturbed');
    await fc.assert(
      fc.asyncProperty(document, fc.boolean(), async (xml, isRequest) => {
        const browser = newBrowser();
        const { RelayState } = await begun(browser, identity(ana.email));
        const encoded = Buffer.from(xml.slice(0, 300_000)).toString('base64');
        const startMs = performance.now();

        const { status } = await postAcrossSites({ [isRequest ? 'SAMLRequest' : 'SAMLResponse']: encoded, RelayState });

        expect(status).toBe(400);
        expect(performance.now() - startMs).toBeLessThan(BOUND_MS);
      }),
      { numRuns: 25 },
    );
    expect((await newBrowser().signIn(ana)).status).toBe(302);
  });
}
