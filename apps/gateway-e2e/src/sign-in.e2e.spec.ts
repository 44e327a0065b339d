import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser } from './support/browser.js';
import { mailedPath } from './support/mailed-path.js';
import { Organization, type TestUser } from './support/organization.js';
import { type SharedSystem, sharedSystem } from './support/shared-system.js';

/** Requests at a time while a session ends. */
const WORKERS = 8;
/** The goal is 1 s on a machine without other work. Otherwise the heartbeat would end the poll, after a minute. */
const POLL_ENDS_WITHIN_MS = 5_000;
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
  expect((await browser.get('/login/')).location).toBe('/account/');
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

describe('after the response to its end, no gateway serves a session, and its open poll has 401', () => {
  it.each<[string, (user: TestUser) => Promise<unknown>]>([
    ['the list of sessions', ({ client }) => client.delete('/users/me/sessions')],
    ['an administrator', ({ userId }) => organization.owner.client.delete(`/users/${userId}/sessions`)],
    ['a deactivation', ({ userId }) => organization.owner.client.delete(`/users/${userId}`)],
  ])('by %s', async (by, end) => {
    const ana = await organization.addUser(`Ana ${by}`);
    const browser = await signedIn(ana);
    const { body: queue } = await browser.send('POST', '/json/register', { event_types: '["message"]' });
    const poll = browser.get(`/json/events?queue_id=${queue.queue_id}&last_event_id=-1`);
    let isEnded = false;
    const served: string[] = [];
    let isStopped = false;
    const load = Array.from({ length: WORKERS }, async () => {
      while (!isStopped) {
        const isAfter = isEnded;
        const { status } = await browser.get('/json/users/me');
        if (isAfter && status !== 401) served.push(`${status}`);
      }
    });
    for (let n = 0; n < WORKERS; n++) expect((await browser.get('/json/users/me')).status).toBe(200);

    await end(ana);
    isEnded = true;
    const endedAtMs = performance.now();
    const { status } = await poll;
    const tookMs = performance.now() - endedAtMs;
    for (let n = 0; n < WORKERS; n++) expect((await browser.get('/json/users/me')).status).toBe(401);
    isStopped = true;
    await Promise.all(load);

    expect([status, served]).toEqual([401, []]);
    expect(tookMs).toBeLessThan(POLL_ENDS_WITHIN_MS);
  });
});
