import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Browser } from './support/browser.js';
import { mailedPath } from './support/mailed-path.js';
import { Organization, type TestUser } from './support/organization.js';
import { type SharedSystem, sharedSystem } from './support/shared-system.js';
import { readerWith } from './support/signed-in.js';

const NEW_PASSWORD = 'nine purple elephants dance';

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
async function signedIn(user: TestUser): Promise<Browser> {
  const browser = newBrowser();
  expect((await browser.signIn(user)).status).toBe(302);
  return browser;
}

it('a person signs in by the page, uses the API of the web client, and signs out', async () => {
  const ana = await organization.addUser('Ana Browser');
  const browser = newBrowser();

  const { status, location } = await browser.signIn(ana, '/account/?x=1');
  expect([status, location]).toEqual([302, '/account/?x=1']);
  expect((await browser.get('/login/')).location).toBe('/');
  const account = await browser.get('/account/');
  expect(account.text).toContain('Ana Browser');

  expect((await browser.get('/json/users/me')).body).toMatchObject({ result: 'success', user_id: ana.userId });
  const message = { type: 'direct', to: JSON.stringify([ana.userId]), content: 'From a browser' };
  expect((await browser.send('POST', '/json/messages', message)).status).toBe(200);
  const key = await browser.send('POST', '/json/fetch_api_key', { password: ana.password });
  expect(key.body.api_key).toBe(ana.apiKey);
  const { sessions } = await ana.client.get('/users/me/sessions');
  expect(sessions).toMatchObject([{ kind: 'web', auth_method: 'password', is_current: false }]);

  expect((await browser.send('POST', '/accounts/logout/')).location).toBe('/login/');
  expect((await browser.get('/json/users/me')).status).toBe(401);
  expect((await browser.get('/account/')).location).toBe('/login/?next=%2Faccount%2F');
});

it('failures of the page and of POST /fetch_api_key count together', async () => {
  const ana = await organization.addUser('Ana Forgetful');
  const [browser, wrong] = [newBrowser(), 'wrong password'];
  const statuses: number[] = [];
  for (let n = 0; n < 3; n++) statuses.push((await browser.signIn({ ...ana, password: wrong })).status);
  for (let n = 0; n < 2; n++) {
    const credentials = { username: ana.email, password: wrong };
    statuses.push((await organization.anonymous().call('POST', '/fetch_api_key', credentials)).status);
  }

  expect(statuses).toEqual([400, 400, 400, 401, 401]);
  expect((await browser.signIn(ana)).status).toBe(429);
});

it('a new password by the mailed link ends all sessions', async () => {
  const ana = await organization.addUser('Ana Renewed');
  const [browser, another] = [await signedIn(ana), newBrowser()];
  const asked = { email: ana.email };
  await another.get('/accounts/password/reset/');
  const sent = await another.send('POST', '/accounts/password/reset/', asked);
  expect([sent.status, sent.location]).toEqual([302, '/accounts/password/reset/done/']);
  const page = await mailedPath(system, ana.email);

  expect((await another.get(page)).text).toContain('name="new_password"');
  const weak = await another.send('POST', page, { new_password: 'abcdef' });
  const done = await another.send('POST', page, { new_password: NEW_PASSWORD });

  expect([weak.status, done.status]).toEqual([400, 302]);
  expect((await browser.get('/json/users/me')).status).toBe(401);
  expect((await another.signIn({ ...ana, password: NEW_PASSWORD })).status).toBe(302);
  expect((await another.send('POST', page, { new_password: NEW_PASSWORD })).status).toBe(404);
});

it('a phone gets a key of its own by the page, which is listed and ends alone', async () => {
  const ana = await organization.addUser('Ana Mobile');
  const [first, second] = [
    await readerWith('device key', system.baseUrl, organization, ana),
    await readerWith('device key', system.baseUrl, organization, ana),
  ];
  const { sessions } = await ana.client.get('/users/me/sessions');
  expect(sessions).toMatchObject([{ kind: 'mobile' }, { kind: 'mobile' }]);

  await ana.client.delete(`/users/me/sessions/${sessions[0].session_id}`);

  expect([(await first('/users/me')).status, (await second('/users/me')).status]).toEqual([200, 401]);
});
