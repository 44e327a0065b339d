import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Browser } from './support/browser.js';
import { codeOf } from './support/code-of.js';
import { Organization, type TestUser } from './support/organization.js';
import { type SharedSystem, sharedSystem } from './support/shared-system.js';

const STEP = '/accounts/login/second_factor/';
const SET_UP = `${STEP}set_up/`;
const OWN = '/account/second_factor/';

let system: SharedSystem;
let organization: Organization;

beforeAll(async () => {
  system = await sharedSystem();
  organization = await Organization.create(system);
}, 180_000);
afterAll(async () => {
  await organization?.close();
}, 60_000);

const newBrowser = () => new Browser(system.baseUrl, organization);
/** The secret that a page shows in groups. */
const secretIn = (page: string): string => (/<code>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1] ?? '').replaceAll(' ', '');
const recoveryCodesIn = (page: string): string[] =>
  [...page.matchAll(/<code>([A-Z2-7-]{19})<\/code>/g)].map(([, code]) => code as string);

async function withSecondFactor(user: TestUser, browser: Browser) {
  await browser.signIn(user);
  expect((await browser.send('POST', OWN)).location).toBe(OWN);
  const secret = secretIn((await browser.get(OWN)).text);
  const { text } = await browser.send('POST', `${OWN}confirm/`, { code: codeOf(secret) });
  return { secret, recoveryCodes: recoveryCodesIn(text) };
}

it('a person sets a second factor up by the pages, and signs in with it and with a recovery code', async () => {
  const ana = await organization.addUser('Ana Careful');
  const [browser, another] = [newBrowser(), newBrowser()];
  const { secret, recoveryCodes } = await withSecondFactor(ana, browser);
  expect(recoveryCodes).toHaveLength(10);

  await browser.send('POST', '/accounts/logout/');
  expect((await browser.signIn(ana, '/account/?x=1')).location).toBe(STEP);
  expect((await browser.get('/json/users/me')).status).toBe(401);
  expect((await browser.send('POST', STEP, { code: 'wrong' })).status).toBe(400);
  expect((await browser.send('POST', STEP, { code: codeOf(secret, 1) })).location).toBe('/account/?x=1');
  expect((await browser.get('/json/users/me')).body).toMatchObject({ user_id: ana.userId });

  await another.signIn(ana);
  const recovery = { code: recoveryCodes[0]?.toLowerCase().replaceAll('-', ' ') ?? '' };
  expect((await another.send('POST', STEP, recovery)).location).toBe('/');
  const credentials = { username: ana.email, password: ana.password };
  const anonymous = organization.anonymous();
  expect((await anonymous.call('POST', '/fetch_api_key', credentials)).body).toMatchObject({
    code: 'SECOND_FACTOR_REQUIRED',
  });
  const withCode = { ...credentials, code: recoveryCodes[1] };
  expect((await anonymous.call('POST', '/fetch_api_key', withCode)).body).toMatchObject({ api_key: ana.apiKey });
});

it('a code opens one of sixteen simultaneous sign-ins', async () => {
  const ana = await organization.addUser('Ana Often');
  const { secret } = await withSecondFactor(ana, newBrowser());
  const browsers = Array.from({ length: 16 }, newBrowser);
  for (const browser of browsers) expect((await browser.signIn(ana)).location).toBe(STEP);
  const code = codeOf(secret, 1);

  const responses = await Promise.all(browsers.map((browser) => browser.send('POST', STEP, { code })));

  expect(responses.filter(({ location }) => location === '/')).toHaveLength(1);
  for (const { status } of responses) expect([302, 400, 429]).toContain(status);
});

it('people without a required second factor set one up before anything else', async () => {
  const ana = await organization.addUser('Ana Late');
  const [before, browser] = [newBrowser(), newBrowser()];
  await before.signIn(ana);
  await organization.owner.client.patch('/realm', { second_factor_policy: 3 });

  expect((await before.get('/json/users/me')).body).toMatchObject({ code: 'SECOND_FACTOR_SETUP_REQUIRED' });
  expect((await before.get('/account/')).location).toBe('/login/?next=%2Faccount%2F');
  expect((await browser.signIn(ana, '/account/?y=2')).location).toBe(SET_UP);
  expect((await browser.get('/json/users/me')).status).toBe(401);
  const secret = secretIn((await browser.get(SET_UP)).text);
  expect((await browser.send('POST', SET_UP, { code: 'wrong' })).text).toContain(secret.slice(0, 4));
  const { text } = await browser.send('POST', SET_UP, { code: codeOf(secret) });
  expect(recoveryCodesIn(text)).toHaveLength(10);
  expect((await browser.send('POST', STEP)).location).toBe('/account/?y=2');

  expect((await browser.get('/json/users/me')).status).toBe(200);
  expect((await before.get('/json/users/me')).status).toBe(200);
  expect((await ana.client.call('GET', '/users/me')).status).toBe(200);
});
