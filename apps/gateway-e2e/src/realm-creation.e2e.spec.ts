import { Role } from '@chat/contracts';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Browser } from './support/browser.js';
import { mailedPath } from './support/mailed-path.js';
import { Organization } from './support/organization.js';
import { type SharedSystem, sharedSystem } from './support/shared-system.js';

let system: SharedSystem;
let organization: Organization;

beforeAll(async () => {
  system = await sharedSystem();
  organization = await Organization.create(system);
}, 180_000);
afterAll(async () => {
  await organization?.close();
}, 60_000);

it('a person creates an organization by a link of the operators and is signed in at its host', async () => {
  const browser = new Browser(system.baseUrl, organization);
  const subdomain = `fernwood${Date.now()}`;
  const path = await organization.creationPath();
  expect((await browser.get('/new/')).status).toBe(403);
  expect((await browser.get(path)).status).toBe(200);
  const wish = { email: 'founder@example.com', realm_name: 'Fernwood', realm_type: '90', realm_subdomain: subdomain };

  const sent = await browser.send('POST', path, wish);
  const mailed = await mailedPath(system, wish.email);
  expect((await browser.get(mailed)).text).toContain('action="/realm/register/"');
  const key = mailed.split('/').at(-1) ?? '';
  const owner = { key, full_name: 'Nora Lind', password: 'correct horse battery' };
  const founded = await browser.send('POST', '/realm/register/', owner);

  expect(sent.location).toBe('/accounts/send_confirm/?email=founder%40example.com');
  const destination = new URL(founded.location ?? '');
  expect(destination.hostname).toBe(`${subdomain}.localhost`);
  const there = new Browser(system.baseUrl, { host: destination.host });
  expect((await there.get(destination.pathname)).status).toBe(302);
  const account = (await there.get('/json/users/me')).body;
  expect(account).toMatchObject({ full_name: 'Nora Lind', role: Role.Owner, delivery_email: wish.email });
  const { sessions } = (await there.get('/json/users/me/sessions')).body;
  expect(sessions).toMatchObject([{ kind: 'web', auth_method: 'registration', is_current: true }]);

  for (const used of [path, mailed]) expect((await browser.get(used)).status).toBe(404);
  expect((await browser.send('POST', '/realm/register/', owner)).status).toBe(404);
  expect((await there.get(destination.pathname)).status).toBe(400);
  await browser.get('/accounts/go/');
  const gone = await browser.send('POST', '/accounts/go/', { subdomain });
  expect(gone.location).toBe(`http://${destination.host}/login/`);
});
