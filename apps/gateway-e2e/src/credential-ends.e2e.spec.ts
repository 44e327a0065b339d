import { Role } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Organization, TEST_PASSWORD, type TestUser } from './support/organization.js';
import { type SharedSystem, sharedSystem } from './support/shared-system.js';
import { CREDENTIALS, type Credential, readerWith } from './support/signed-in.js';

/** Requests at a time while a credential ends. */
const WORKERS = 8;
/** The goal is 1 s on a machine without other work. Otherwise the heartbeat would end the poll, after a minute. */
const POLL_ENDS_WITHIN_MS = 5_000;
const NEW_PASSWORD = 'nine purple elephants dance';

let system: SharedSystem;
let organization: Organization;
const others: Organization[] = [];

beforeAll(async () => {
  system = await sharedSystem();
  organization = await Organization.create(system);
}, 180_000);
afterAll(async () => {
  for (const one of [organization, ...others]) await one?.close();
}, 60_000);

const readerOf = (credential: Credential, user: TestUser, place = organization) =>
  readerWith(credential, system.baseUrl, place, user);

/** Reads all the time, from before the end until some time after it. Returns the statuses of requests that began after it. */
async function statusesAfter(read: () => Promise<{ status: number }>, end: () => Promise<unknown>): Promise<number[]> {
  let isEnded = false;
  let isStopped = false;
  const after: number[] = [];
  const load = Array.from({ length: WORKERS }, async () => {
    while (!isStopped) {
      const isAfter = isEnded;
      const { status } = await read();
      if (isAfter) after.push(status);
    }
  });
  // Each gateway knows the credential.
  for (let n = 0; n < WORKERS; n++) expect((await read()).status).toBe(200);
  await end();
  isEnded = true;
  for (let n = 0; n < WORKERS; n++) after.push((await read()).status);
  isStopped = true;
  await Promise.all(load);
  return after;
}

const changePassword = ({ client }: TestUser) =>
  client.patch('/settings', { old_password: TEST_PASSWORD, new_password: NEW_PASSWORD });
const ENDS: readonly (readonly [
  by: string,
  ended: readonly Credential[],
  end: (user: TestUser) => Promise<unknown>,
])[] = [
  ['the list of sessions', ['session', 'device key'], ({ client }) => client.delete('/users/me/sessions')],
  [
    'the list of sessions, with the API key',
    CREDENTIALS,
    ({ client }) => client.delete('/users/me/sessions', { api_key: true, keep_current: false }),
  ],
  [
    'an administrator',
    ['session', 'device key'],
    ({ userId }) => organization.owner.client.delete(`/users/${userId}/sessions`),
  ],
  ['a deactivation', CREDENTIALS, ({ userId }) => organization.owner.client.delete(`/users/${userId}`)],
  ['a new password', ['session', 'device key'], changePassword],
  ['a new API key', ['key', 'device key'], ({ client }) => client.post('/users/me/api_key/regenerate')],
];

describe('after the response to its end, no gateway serves a credential, and its open poll has 401', () => {
  const cases = ENDS.flatMap(([by, ended, end]) => ended.map((credential) => [credential, by, end] as const));

  it.each(cases)('a %s by %s', async (credential, by, end) => {
    const ana = await organization.addUser(`Ana ${by} ${credential}`);
    const read = await readerOf(credential, ana);
    const { queue_id: queueId } = await ana.client.post('/register', { event_types: ['message'] });
    const poll = read(`/events?queue_id=${queueId}&last_event_id=-1`);
    let endedAtMs = 0;

    const statuses = await statusesAfter(
      () => read('/users/me'),
      async () => {
        await end(ana);
        endedAtMs = performance.now();
      },
    );
    const { status } = await poll;

    expect([new Set(statuses), status]).toEqual([new Set([401]), 401]);
    expect(performance.now() - endedAtMs).toBeLessThan(POLL_ENDS_WITHIN_MS);
  });

  it.each(CREDENTIALS)('a %s by the deactivation of the organization', async (credential) => {
    const closing = await Organization.create(system);
    others.push(closing);
    const read = await readerOf(credential, await closing.addUser('Ana'), closing);

    const statuses = await statusesAfter(
      () => read('/users/me'),
      () => closing.owner.client.post('/realm/deactivate'),
    );

    expect(new Set(statuses)).toEqual(new Set([401]));
  });
});

it.each([
  ['a new one', (botId: number, { client }: TestUser) => client.post(`/bots/${botId}/api_key/regenerate`)],
  ['the deactivation of the bot', (botId: number, { client }: TestUser) => client.delete(`/bots/${botId}`)],
  ['the deactivation of its owner', (_: number, { client }: TestUser) => client.delete('/users/me')],
] as const)('no gateway serves the key of a bot after the response to %s', async (by, end) => {
  const ana = await organization.addUser(`Ana with a bot, ${by}`);
  const name = `robot-${by.length}`;
  const bot = await ana.client.post('/bots', { full_name: `Robot ${by}`, short_name: name });
  const client = organization.clientFor(`${name}-bot@${organization.host}`, bot.api_key);

  const statuses = await statusesAfter(
    () => client.call('GET', '/users/me'),
    () => end(bot.user_id, ana),
  );

  expect(new Set(statuses)).toEqual(new Set([401]));
});

it.each(CREDENTIALS)(
  'after the response to a demotion, no gateway serves an administrator by a %s',
  async (credential) => {
    const ana = await organization.addUser(`Ana demoted ${credential}`, Role.Administrator);
    const read = await readerOf(credential, ana);

    const statuses = await statusesAfter(
      () => read(`/users/${ana.userId}/identities`),
      () => organization.owner.client.patch(`/users/${ana.userId}`, { role: Role.Member }),
    );

    expect(new Set(statuses)).toEqual(new Set([400]));
    expect((await read('/users/me')).status).toBe(200);
  },
);
