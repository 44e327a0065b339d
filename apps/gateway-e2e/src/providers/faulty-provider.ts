import type { ServerResponse } from 'node:http';
import { startChromium } from '@chat/browser';
import { eventually, type Misbehaviour, RogueProvider } from '@chat/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser as Chromium } from 'playwright-core';
import { BrowserVisits } from '../pages/browser-visits.js';
import type { PageVisit } from '../pages/page-visits.js';
import { Browser } from '../support/browser.js';
import { Organization } from '../support/organization.js';
import type { SystemUnderTest } from '../support/system-under-test.js';

/** A page comes within this time, with every fault of the provider. */
const BOUND_MS = 10_000;
/** The keys were loaded this long ago at least before they are loaded again. */
const ROTATION_WITHIN_MS = 15_000;
const START = '/accounts/login/social/oidc/rogue';
const UNAVAILABLE = [503, 'The provider does not respond. Try again shortly, or sign in another way.'] as const;

const FAULTS: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  'does not respond': () => undefined,
  'sends junk': (response) => response.end('<html>'),
  'sends 20 MB': (response) => response.end(Buffer.alloc(20_000_000, ' ')),
};

/** A provider `rogue`, and `unready`, which never has right metadata. */
export async function rogueProviders() {
  const rogue = await RogueProvider.start();
  const settings = { client_id: 'chat', secret: 's', auto_signup: true, oidc_url: rogue.issuer };
  return { rogue, settings: { rogue: settings, unready: { ...settings, oidc_url: `${rogue.issuer}/unready` } } };
}

/** Tests of the pages that a person sees if the provider has a fault, in a browser. */
export function signInAtFaultyProvider(given: () => { tested: SystemUnderTest; rogue: RogueProvider }): void {
  let tested: SystemUnderTest;
  let rogue: RogueProvider;
  let organization: Organization;
  let chromium: Chromium;
  let visits: BrowserVisits;
  beforeAll(async () => {
    ({ tested, rogue } = given());
    const { baseUrl, redisUrl } = tested.system;
    organization = await Organization.create({ baseUrl, redisUrl, domain: 'localhost' });
    await organization.owner.client.patch('/realm', { invite_required: false });
    chromium = await startChromium();
    visits = new BrowserVisits(chromium, tested.system, organization);
  }, 60_000);
  afterEach(() => {
    rogue.misbehaviour = {};
  });
  afterAll(async () => {
    await chromium?.close();
    await organization?.close();
  });

  const passes = () => [rogue.issuer, tested.system.baseUrl];

  /** Opens the address, which may lead to the provider and back. Returns status and error of the page. */
  async function open({ page, origin }: PageVisit, path = START) {
    const startedAt = performance.now();
    const response = await page.goto(origin + path);
    expect(performance.now() - startedAt).toBeLessThan(BOUND_MS);
    return [response?.status(), await page.locator('[role=alert]').textContent()];
  }

  /** A sign-in that ends with this error, on a page without faults. */
  async function expectPage(expected: readonly [status: number, error: string], path = START): Promise<void> {
    const faults = await visits.faultsOf(
      async (visit) => {
        expect(await open(visit, path)).toEqual(expected);
      },
      { passes: passes() },
    );
    expect(faults).toEqual([]);
  }

  /** Whether a sign-in, in a fresh browser, ends at its destination. */
  async function signsIn(): Promise<boolean> {
    let isSignedIn = false;
    await visits.visit({ passes: passes(), javaScriptEnabled: false }, async ({ page, origin }) => {
      await page.goto(`${origin}${START}?next=/account/`);
      isSignedIn = new URL(page.url()).pathname === '/account/';
    });
    return isSignedIn;
  }

  describe.each(Object.entries(FAULTS))('a provider that %s', (_, respond) => {
    const fails = (failing: string): Misbehaviour => ({
      respond: (path, response) => {
        if (path === failing) respond(response);
        return path === failing;
      },
    });

    it('gives an accessible page in time at the start of a sign-in', async () => {
      rogue.misbehaviour = fails('/unready/.well-known/openid-configuration');
      await expectPage(UNAVAILABLE, '/accounts/login/social/oidc/unready');
    });

    it('gives it at the return', async () => {
      rogue.misbehaviour = fails('/token');
      const before = rogue.requests.length;

      await expectPage(UNAVAILABLE);

      expect(rogue.requests.slice(before)).toContain('/token');
    });
  });

  it('a provider that does not respond leaves other ways in unaffected meanwhile', async () => {
    let isShown = false;
    const reached = new Promise<void>((resolve) => {
      rogue.misbehaviour = {
        respond: (path) => {
          if (path === '/token') resolve();
          return path === '/token';
        },
      };
    });
    const shown = expectPage(UNAVAILABLE).finally(() => {
      isShown = true;
    });
    await reached;

    expect((await new Browser(tested.system.baseUrl, organization).signIn(organization.owner)).status).toBe(302);
    expect(isShown).toBe(false);
    await shown;
  });

  it('a person that denies the consent gets a page, and may begin again', async () => {
    rogue.misbehaviour = { isDenied: true };
    await expectPage([400, 'The provider did not sign you in.']);

    rogue.misbehaviour = {};
    expect(await signsIn()).toBe(true);
  });

  it('a person at the provider while the organization switches the method off gets a page', async () => {
    const switchTo = (isOn: boolean) =>
      organization.owner.client.patch('/realm', { authentication_methods: { 'OpenID Connect': isOn } });
    rogue.misbehaviour = { meanwhile: () => switchTo(false) };
    await visits.visit({ passes: passes() }, async (visit) => {
      const [status, error] = await open(visit);
      expect([status, error]).toEqual([400, expect.stringContaining('does not accept this way to sign in.')]);
      await visit.open('/account/');
      visit.requireAt('/login/');
    });

    rogue.misbehaviour = {};
    expect(await signsIn()).toBe(false);
    await switchTo(true);
    expect(await signsIn()).toBe(true);
  });

  // Last: one of the replicas may have the former keys for a while.
  it('a wrong signature gives a page, and new keys of the provider sign in', async () => {
    expect(await signsIn()).toBe(true);
    rogue.misbehaviour = { idToken: (claims) => rogue.foreignToken(claims) };
    await expectPage([400, 'The response of the provider failed a check, so you are not signed in. Begin again.']);

    rogue.misbehaviour = {};
    await rogue.rotateKeys('new key');

    await eventually(signsIn, { withinMs: ROTATION_WITHIN_MS });
  });
}
