import { at, type RogueProvider } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser } from '../support/browser.js';
import { clockEnvironment } from '../support/clock-environment.js';
import { Organization } from '../support/organization.js';
import type { SystemUnderTest } from '../support/system-under-test.js';
import { corp } from './saml.js';

const SERVICE = 'identity-providers';

/** By how much the clock of the second replica is wrong from its next start on. */
let clockOffByMs = 0;

/** Gives the second replica a wrong clock when a test wants it. */
export const wrongProviderClock = (service: string, instance: number): Record<string, string> =>
  service === SERVICE && instance === 1 ? clockEnvironment(clockOffByMs) : {};

/** The rest of a flow, with these times in its document. Resolves with the status of the last response. */
type GoOn<Time> = (times?: Readonly<Record<string, Time>>) => Promise<number>;
type Case<Time> = readonly [times: Readonly<Record<string, Time>>, status: number];

const seconds = (fromNow: number): number => Math.floor(Date.now() / 1_000) + fromNow;

/** Times of documents, near the tolerance of the protocol (60 s, 3 min) and beyond it, and the status that they lead to. */
const TOKENS = (): readonly Case<number>[] => [
  [{ iat: seconds(20) }, 302],
  [{ exp: seconds(-20) }, 302],
  [{ iat: seconds(100) }, 400],
  [{ exp: seconds(-100) }, 400],
];
const ASSERTIONS = (): readonly Case<string>[] => [
  [{ ConditionsNotBefore: at(140_000) }, 302],
  [{ ConditionsNotOnOrAfter: at(-140_000) }, 302],
  [{ ConditionsNotBefore: at(220_000) }, 400],
  [{ ConditionsNotOnOrAfter: at(-220_000) }, 400],
];

/** Tests with the clock of one replica of identity-providers wrong. They leave it so. */
export function signInWithWrongClocks(given: () => { tested: SystemUnderTest; rogue: RogueProvider }): void {
  let organization: Organization;
  let metadata: string;
  beforeAll(async () => {
    const { system } = given().tested;
    organization = await Organization.create(system);
    await organization.owner.client.patch('/realm', { invite_required: false });
    metadata = await (await fetch(`${system.baseUrl}/saml/metadata.xml`)).text();
  }, 60_000);
  afterAll(() => organization?.close());

  const newBrowser = () => new Browser(given().tested.system.baseUrl, organization);

  /** All requests go to this replica. */
  async function serveBy(instance: 0 | 1): Promise<void> {
    const { system } = given().tested;
    await system.startProcess(SERVICE, instance);
    await system.stopProcess(SERVICE, 1 - instance);
  }

  async function beginOpenId(): Promise<GoOn<number>> {
    const browser = newBrowser();
    const { location = '' } = await browser.get('/accounts/login/social/oidc/rogue');
    return async (claims = {}) => {
      given().rogue.misbehaviour = { claims };
      const atProvider = await fetch(location, { redirect: 'manual' });
      const { search } = new URL(atProvider.headers.get('location') ?? '');
      return (await browser.get(`/complete/oidc/rogue/${search}`)).status;
    };
  }

  async function beginSaml(): Promise<GoOn<string>> {
    const browser = newBrowser();
    const { location = '' } = await browser.get('/accounts/login/social/saml/corp');
    const { id, relayState } = await corp.requestIn(location, metadata);
    return async (values = {}) => {
      const person = { nameId: 'ana', attributes: { email: `ana@${organization.host}`, name: 'Ana Saml' } };
      const SAMLResponse = await corp.response(metadata, { ...person, inResponseTo: id, values });
      const body = new URLSearchParams({ SAMLResponse, RelayState: relayState });
      const { baseUrl } = given().tested.system;
      const posted = await fetch(`${baseUrl}/complete/saml/`, { method: 'POST', body, redirect: 'manual' });
      if (posted.status !== 302) return posted.status;
      const { pathname, search } = new URL(posted.headers.get('location') ?? '');
      return (await browser.get(pathname + search)).status;
    };
  }

  async function expectStatuses<Time>(begin: () => Promise<GoOn<Time>>, cases: readonly Case<Time>[]): Promise<void> {
    for (const [times, status] of cases) expect([times, await (await begin())(times)]).toEqual([times, status]);
  }

  /** Asserts that documents are valid as long as elsewhere. */
  async function expectUsualTimes(): Promise<void> {
    await expectStatuses(beginOpenId, TOKENS());
    await expectStatuses(beginSaml, ASSERTIONS());
  }

  describe('one replica with another clock', () => {
    it.each([-30_000, 30_000])(
      'of %i ms: flows go on at the other replica, and documents are valid as long as elsewhere',
      async (offMs) => {
        clockOffByMs = offMs;
        await serveBy(0);
        await expectUsualTimes();
        const begunBefore = [await beginOpenId(), await beginSaml()];

        await serveBy(1);

        for (const goOn of begunBefore) expect(await goOn()).toBe(302);
        await expectUsualTimes();
        const begunThere = [await beginOpenId(), await beginSaml()];
        await serveBy(0);
        for (const goOn of begunThere) expect(await goOn()).toBe(302);
      },
      120_000,
    );
  });
}
