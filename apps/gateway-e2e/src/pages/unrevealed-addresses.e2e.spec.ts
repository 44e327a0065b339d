import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { Browser } from '../support/browser.js';
import { codeOf } from '../support/code-of.js';
import { HostProxy } from '../support/host-proxy.js';
import { Organization } from '../support/organization.js';
import { type SharedSystem, sharedSystem } from '../support/shared-system.js';

const KINDS = ['unknown', 'account', 'deactivated', 'invited', 'second-factor', 'no-password'] as const;
type Kind = (typeof KINDS)[number];
/** Headers that differ between any two requests. */
const OWN_OF_A_REQUEST = ['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
const SECOND_FACTOR = '/account/second_factor/';

let system: SharedSystem;
let organization: Organization;
let proxy: HostProxy;
let database: Client;
/** All addresses have the same length, so that the length of a response does not depend on it. */
const domain = `${randomBytes(4).toString('hex')}.example`;
const addressOf = (kind: Kind): string => `${kind.padEnd(13, 'x')}@${domain}`;

beforeAll(async () => {
  system = await sharedSystem();
  organization = await Organization.create(system);
  proxy = await HostProxy.start(system.baseUrl, organization.host);
  database = new Client({ connectionString: system.databaseUrl });
  await database.connect();
  await addPeople();
}, 180_000);
afterAll(async () => {
  await database?.end();
  await proxy?.close();
  await organization?.close();
}, 60_000);

async function addPeople(): Promise<void> {
  const add = (kind: Kind, extra = {}) =>
    organization.addUser(`Person ${kind}`, undefined, { email: addressOf(kind), ...extra });
  await add('account');
  await add('no-password', { password: undefined });
  const { userId } = await add('deactivated');
  await organization.owner.client.delete(`/users/${userId}`);
  await organization.owner.client.post('/invites', { invitee_emails: addressOf('invited'), stream_ids: [] });
  const browser = new Browser(system.baseUrl, organization);
  const { password } = await add('second-factor');
  await browser.signIn({ email: addressOf('second-factor'), password });
  await browser.send('POST', SECOND_FACTOR);
  const shown = /<code>([A-Z2-7 ]+)<\/code>/.exec((await browser.get(SECOND_FACTOR)).text)?.[1] ?? '';
  const confirmed = await browser.send('POST', `${SECOND_FACTOR}confirm/`, { code: codeOf(shown.replaceAll(' ', '')) });
  expect(confirmed.status).toBe(200);
}

/** Everything in a response that must not depend on the address. */
async function comparable(response: Response, address: string) {
  const headers = Object.fromEntries(response.headers);
  for (const name of OWN_OF_A_REQUEST) delete headers[name];
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]*/, '='));
  const text = JSON.stringify([response.status, { ...headers, 'set-cookie': cookies }, await response.text()]);
  return text
    .replaceAll(/csrfmiddlewaretoken\\" value=\\"[^"]*"/g, '')
    .replaceAll(encodeURIComponent(address), 'ADDRESS')
    .replaceAll(address, 'ADDRESS');
}

async function mailsTo(address: string): Promise<number> {
  const sql = 'SELECT count(*)::integer AS mails FROM users.outgoing_mail WHERE recipient = $1';
  return (await database.query<{ mails: number }>(sql, [address])).rows[0]?.mails ?? 0;
}

/** Opens a page, posts its form, and follows the response to the page after it. */
async function fillIn(path: string, action: string, address: string, fields: Record<string, string>) {
  const page = await fetch(proxy.origin + path);
  const cookies = page.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const csrfmiddlewaretoken =
    cookies.find((cookie) => cookie.startsWith('csrftoken='))?.slice('csrftoken='.length) ?? '';
  const headers = { cookie: cookies.join('; ') };
  const body = new URLSearchParams({ csrfmiddlewaretoken, ...fields });
  const response = await fetch(proxy.origin + action, { method: 'POST', redirect: 'manual', headers, body });
  const location = response.headers.get('location');
  const next = location ? await comparable(await fetch(proxy.origin + location, { headers }), address) : '';
  return [await comparable(response, address), next];
}

const wrong = { password: 'wrong horse battery' };
const PAGES: readonly (readonly [
  page: string,
  mails: number,
  send: (address: string) => Promise<readonly string[]>,
])[] = [
  ['/accounts/login/', 0, (username) => fillIn('/login/', '/accounts/login/', username, { username, ...wrong })],
  ['/register/', 1, (email) => fillIn('/register/', '/register/', email, { email })],
  [
    '/join/<key>/',
    1,
    async (email) => {
      const { invite_link } = await organization.owner.client.post('/invites/multiuse');
      const path = new URL(invite_link).pathname;
      return (await fillIn(path, path, email, { email })).map((text) => text.replaceAll(path, 'PATH'));
    },
  ],
  [
    '/new/<key>',
    1,
    async (email) => {
      const path = await organization.creationPath();
      const realm_subdomain = `t${randomBytes(6).toString('hex')}`;
      return fillIn(path, path, email, { email, realm_name: 'Fernwood', realm_type: '0', realm_subdomain });
    },
  ],
  [
    '/accounts/password/reset/',
    1,
    (email) => fillIn('/accounts/password/reset/', '/accounts/password/reset/', email, { email }),
  ],
  ['/accounts/find/', 1, (emails) => fillIn('/accounts/find/', '/accounts/find/', emails, { emails })],
  [
    'POST /fetch_api_key',
    0,
    async (username) => {
      const body = new URLSearchParams({ username, ...wrong });
      return [
        await comparable(await fetch(`${proxy.origin}/api/v1/fetch_api_key`, { method: 'POST', body }), username),
      ];
    },
  ],
];

it.each(PAGES)(
  '%s responds equally to every address, and sends as many mails',
  async (_, mails, send) => {
    const expected = await send(addressOf('unknown'));
    const seen: (readonly [Kind, readonly string[], number])[] = [];
    for (const kind of KINDS.slice(1)) {
      const before = await mailsTo(addressOf(kind));
      const response = await send(addressOf(kind));
      seen.push([kind, response, (await mailsTo(addressOf(kind))) - before]);
    }

    expect(expected[0]).not.toMatch(/^\[(404|403|5)/);
    expect(seen).toEqual(KINDS.slice(1).map((kind) => [kind, expected, mails]));
  },
  60_000,
);
