/// <reference lib="dom" />

import { startChromium } from '@chat/browser';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { Organization, type TestUser } from '../support/organization.js';
import { type SharedSystem, sharedSystem } from '../support/shared-system.js';
import { PageVisit } from './page-visits.js';

const PAGE_TIMEOUT_MS = 20_000;
const ADD = 'form[data-passkey="add"]';
const SIGN_IN = 'form[data-passkey="sign-in"]';

let system: SharedSystem;
let organization: Organization;
let browser: Browser;
beforeAll(async () => {
  system = await sharedSystem();
  [organization, browser] = await Promise.all([
    Organization.create({ ...system, domain: 'localhost' }),
    startChromium(),
  ]);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await organization?.close();
}, 60_000);

/** A fresh browser on a device that makes passkeys, and asks its owner nothing. */
async function newDevice(): Promise<{ page: Page; visit: PageVisit; session: CDPSession; authenticatorId: string }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return { page, visit: new PageVisit(page, system, organization), session, authenticatorId };
}

async function addPasskey({ page, visit }: { page: Page; visit: PageVisit }, user: TestUser, name: string) {
  await visit.signIn(user);
  await page.locator(`${ADD} [name=name]`).fill(name);
  await page.locator(`${ADD} button`).click();
  await page.locator('li', { hasText: name }).waitFor();
}

const signInByPasskey = async (page: Page) => page.locator(`${SIGN_IN} button`).click();

it('a person adds a passkey, signs in with it, and deletes it', async () => {
  const ana = await organization.addUser('Ana Passkey');
  const device = await newDevice();
  const { page, visit } = device;
  await addPasskey(device, ana, 'My laptop');

  await page.context().clearCookies();
  await visit.open('/login/?next=/account/%23passkeys');
  await signInByPasskey(page);
  await page.waitForURL('**/account/#passkeys');
  expect(await page.locator('dl').textContent()).toContain(ana.email);
  const { sessions } = await ana.client.get('/users/me/sessions');
  expect(sessions.map(({ auth_method }: { auth_method: string }) => auth_method).sort()).toEqual([
    'passkey',
    'password',
  ]);

  await page.getByRole('button', { name: 'Delete the passkey My laptop' }).click();
  await page.locator('li', { hasText: 'My laptop' }).waitFor({ state: 'detached' });
  await page.context().clearCookies();
  await visit.open('/login/');
  await signInByPasskey(page);
  await page.getByText('This passkey does not work here.').waitFor();
});

it('a passkey opens an app on the phone, without a session of the browser', async () => {
  const ana = await organization.addUser('Ana Phone');
  const device = await newDevice();
  const { page, visit } = device;
  await addPasskey(device, ana, 'My phone');
  await page.context().clearCookies();

  await visit.open(`/login/?mobile_flow_otp=${'ab'.repeat(32)}`);
  const answered = page.waitForResponse((response) => response.url().endsWith('/accounts/login/passkey/'));
  await signInByPasskey(page);

  const location = new URL((await (await answered).headerValue('location')) ?? '');
  expect([location.protocol, location.searchParams.get('email')]).toEqual(['chat:', ana.email]);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('sessionid');
});

it('a passkey does not work at another organization', async () => {
  const ana = await organization.addUser('Ana Elsewhere');
  const device = await newDevice();
  await addPasskey(device, ana, 'My key');
  const other = await Organization.create({ ...system, domain: 'localhost' });
  const { page } = device;

  await new PageVisit(page, system, other).open('/login/');
  await signInByPasskey(page);

  // The browser finds none for the other host.
  await page.locator(`${SIGN_IN} .error`).waitFor();
  expect(
    (await page.context().cookies()).filter(({ name, domain }) => name === 'sessionid' && domain === other.host),
  ).toEqual([]);
  await other.close();
});

it('a response that was made for another origin is refused', async () => {
  const ana = await organization.addUser('Ana Phished');
  const device = await newDevice();
  const { page, visit, session, authenticatorId } = device;
  await addPasskey(device, ana, 'My key');
  const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
  const other = await Organization.create({ ...system, domain: 'localhost' });
  const elsewhere = await newDevice();
  for (const credential of credentials) {
    const stolen = { ...credential, rpId: other.host };
    await elsewhere.session.send('WebAuthn.addCredential', {
      authenticatorId: elsewhere.authenticatorId,
      credential: stolen,
    });
  }

  // A page of the other origin passes the challenge of this one on, and sends the response here.
  await page.context().clearCookies();
  await visit.open('/login/');
  const challenge = await page.locator(`${SIGN_IN} [name=csrfmiddlewaretoken]`).evaluate(async (field) => {
    const headers = { 'X-CSRFToken': (field as HTMLInputElement).value };
    const begun = await fetch('/accounts/login/passkey/options', { method: 'POST', headers });
    return String((await begun.json()).options.challenge);
  });
  await new PageVisit(elsewhere.page, system, other).open('/login/');
  const phished = await elsewhere.page.evaluate(
    async ({ text, rpId }) => {
      const bytes = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
      const publicKey = { challenge: bytes, rpId, userVerification: 'required' as const };
      return JSON.stringify(await navigator.credentials.get({ publicKey }));
    },
    { text: challenge, rpId: other.host },
  );
  await page.locator(SIGN_IN).evaluate((form, response) => {
    (form as HTMLFormElement).querySelector<HTMLInputElement>('[name=response]')?.setAttribute('value', response);
    (form as HTMLFormElement).submit();
  }, phished);

  await page.getByText('This passkey does not work here.').waitFor();
  await other.close();
});
