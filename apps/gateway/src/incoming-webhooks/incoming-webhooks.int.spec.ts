import {
  notFound,
  ReceiveWebhook,
  RequireIntegration,
  receiveWebhook,
  sendMessage,
  serviceUnavailable,
} from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FakeUser } from '../testing/fake-users.js';
import { basic, TestGateway, type TestRequest } from '../testing/test-gateway.js';
import { IncomingWebhooksModule, LARGE_BODY_BYTES, MAX_LARGE_BODIES } from './incoming-webhooks.controller.js';

const MIB = 1024 * 1024;
const PATH = '/external/github';

let gateway: TestGateway;
let bot: FakeUser;
let release: (() => void) | undefined;
const received: ReceiveWebhook[] = [];
let looks = 0;

beforeAll(async () => {
  gateway = await TestGateway.start({
    features: [IncomingWebhooksModule],
    endpoints: [sendMessage],
    services: {
      integrations: {
        [RequireIntegration.pattern]: ({ name }: RequireIntegration) => {
          looks++;
          if (name === 'none') throw notFound();
          if (name === 'broken') throw serviceUnavailable('integrations');
        },
        [ReceiveWebhook.pattern]: async (request: ReceiveWebhook) => {
          received.push(request);
          if (request.address.integration === 'none') throw notFound();
          if (request.address.integration === 'slow') await new Promise<void>((resolve) => (release = resolve));
          return { duplicate: true, fullName: 'Hook' };
        },
      },
    },
    settings: { rateLimits: { perUser: 40, perAddress: 0, picturesPerAddress: 0 } },
  });
  bot = gateway.users.add({ isBot: true, isIncomingWebhook: true });
});
afterAll(() => gateway.close());

const post = (path = PATH, { query, ...request }: TestRequest = {}) =>
  gateway.request('POST', path, { query: { api_key: bot.apiKey, ...query }, ...request });
const last = () => received.at(-1) as ReceiveWebhook;
const bodyOf = ({ body, bodyEncoding }: ReceiveWebhook) => Buffer.from(body, bodyEncoding);

describe('a webhook over HTTP', () => {
  it('reaches integrations with its body, headers and parameters, but without the key and cookies', async () => {
    const body = Buffer.from([0, 255, 1, 128, 10]);
    const response = await post(PATH, {
      query: { stream: 'design', topic: 'a%2520b', only_events: '["push"]', branches: 'main' },
      headers: {
        'X-GitHub-Event': 'push',
        cookie: 'a=b',
        'content-type': 'application/x-own',
        authorization: 'Bearer x',
      },
      body,
    });

    expect(response).toMatchObject({ status: 200, body: { result: 'success', duplicate: true, full_name: 'Hook' } });
    expect(response.body).not.toHaveProperty('ignored_parameters_unsupported');
    expect(bodyOf(last())).toEqual(body);
    const { caller, address, query, headers } = last();
    expect(caller).toMatchObject({ userId: bot.userId, isBot: true });
    expect(address).toEqual({ integration: 'github', stream: 'design', topic: 'a%2520b', onlyEvents: ['push'] });
    expect(Object.keys(query)).toEqual(['stream', 'topic', 'only_events', 'branches']);
    expect(headers).toMatchObject({
      'x-github-event': 'push',
      'content-type': 'application/x-own',
      authorization: 'Bearer x',
    });
    expect(headers).not.toHaveProperty('cookie');
  });

  it.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/json', 'json', ''])(
    'has its body as it was sent, with the content type "%s"',
    async (contentType) => {
      const body = '\uFEFF--x\r\npayload=%7B%7D&a="é\u2028😀"';
      expect(await post(PATH, { headers: { 'content-type': contentType }, body })).toMatchObject({ status: 200 });
      expect(bodyOf(last()).toString()).toBe(body);
    },
  );

  it('may have no body', async () => {
    expect(await post()).toMatchObject({ status: 200 });
    expect(last().body).toBe('');
  });

  it('takes a key with white space, or Basic credentials, which it does not pass on', async () => {
    expect(await post(PATH, { query: { api_key: ` ${bot.apiKey}\n` } })).toMatchObject({ status: 200 });
    const headers = { authorization: basic(bot.email, bot.apiKey) };
    const withoutKey: Record<string, string>[] = [{}, { api_key: '' }, { api_key: ' ' }];
    for (const query of withoutKey) {
      expect(await gateway.request('POST', PATH, { headers, query })).toMatchObject({ status: 200 });
      expect(JSON.stringify(last().headers)).not.toContain('authorization');
    }
  });

  it('with a key leaves the credentials in its header to the sender', async () => {
    const other = gateway.users.add({ isBot: true });
    for (const authorization of [basic('hooks', 'a secret'), basic(other.email, other.apiKey), 'Basic ?', 'Own x']) {
      expect(await post(PATH, { headers: { authorization } })).toMatchObject({ status: 200 });
      expect(last().caller.userId).toBe(bot.userId);
      expect(last().headers).toMatchObject({ authorization });
    }
  });

  it.each([
    ['without a key', {}, 400, 'REQUEST_VARIABLE_MISSING'],
    ['with an empty key', { api_key: ' ' }, 400, 'REQUEST_VARIABLE_MISSING'],
    ['with a wrong key', { api_key: 'x'.repeat(32) }, 401, 'INVALID_API_KEY'],
    ['with a malformed key', { api_key: 'x' }, 401, 'INVALID_API_KEY'],
    ['with a null character as key', { api_key: '\0' }, 401, 'INVALID_API_KEY'],
  ])('%s is refused', async (_, query: Record<string, string>, status, code) => {
    const before = received.length;
    expect(await gateway.request('POST', PATH, { query })).toMatchObject({ status, body: { code } });
    expect(received).toHaveLength(before);
  });

  it.each([
    ['a known integration', PATH],
    ['one at which integrations cannot look', '/external/broken'],
  ])('with wrong Basic credentials is refused for %s', async (_, path) => {
    const headers = { authorization: basic(bot.email, 'x'.repeat(32)) };
    expect(await gateway.request('POST', path, { headers })).toMatchObject({
      status: 401,
      body: { code: 'INVALID_API_KEY' },
    });
  });

  it.each([
    ['POST', 'a valid key', () => ({ query: { api_key: bot.apiKey } })],
    ['POST', 'a wrong key', () => ({ query: { api_key: 'x'.repeat(32) } })],
    ['POST', 'wrong Basic credentials', () => ({ headers: { authorization: basic(bot.email, 'x'.repeat(32)) } })],
    ...['POST', 'HEAD', 'GET', 'PUT', 'DELETE', 'OPTIONS'].map((method) => [method, 'no key', () => ({})] as const),
  ])('of an unknown integration by %s with %s gets a 404', async (method, _, request) => {
    expect(await gateway.request(method, '/external/none', request())).toMatchObject({ status: 404 });
  });

  it('with valid credentials is not looked at twice', async () => {
    const before = looks;
    expect(await post()).toMatchObject({ status: 200 });
    expect(looks).toBe(before);
  });

  it('has no path for sessions', async () => {
    const prefix = '/json';
    expect(await gateway.request('POST', PATH, { prefix, query: { api_key: bot.apiKey } })).toMatchObject({
      status: 404,
    });
  });

  it('gets an empty success for HEAD', async () => {
    expect(await gateway.request('HEAD', PATH)).toMatchObject({ status: 200, text: '' });
  });

  it.each([
    ['GET', undefined],
    ['PUT', '{"status":"done"}'],
    ['PATCH', '{"status":"done"}'],
    ['DELETE', undefined],
  ])('gets a 405 for %s', async (method, body) => {
    const headers = { 'content-type': 'application/json' };
    expect(await gateway.request(method, PATH, body === undefined ? {} : { headers, body })).toMatchObject({
      status: 405,
      body: { allowed_methods: ['HEAD', 'POST'] },
    });
  });

  it('names its methods for OPTIONS', async () => {
    const { status, headers } = await gateway.request('OPTIONS', PATH);
    expect([status, headers.get('allow')]).toEqual([204, 'HEAD, POST']);
  });

  it('may have 25 MiB and not a byte more', async () => {
    expect(await post(PATH, { body: new Uint8Array(25 * MIB) })).toMatchObject({ status: 200 });
    expect(bodyOf(last())).toHaveLength(25 * MIB);
    expect(await post(PATH, { body: new Uint8Array(25 * MIB + 1) })).toMatchObject({ status: 413 });
  });

  it('with a large body waits for no other: few are on their way at once', async () => {
    const before = received.length;
    const large = () => post('/external/slow', { body: new Uint8Array(LARGE_BODY_BYTES + 1) });
    const releases: (() => void)[] = [];
    const waiting = [];
    for (let sent = 1; sent <= MAX_LARGE_BODIES; sent++) {
      waiting.push(large());
      while (received.length < before + sent || release === undefined) await new Promise((done) => setTimeout(done, 5));
      releases.push(release);
      release = undefined;
    }

    expect(await large()).toMatchObject({ status: 503 });
    expect(await post()).toMatchObject({ status: 200 });
    for (const finish of releases) finish();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200));
  });

  it('counts for the rate limit of its bot', async () => {
    const busy = gateway.users.add({ isBot: true });
    const query = { api_key: busy.apiKey };
    const statuses = [];
    for (let n = 0; n < 41; n++) statuses.push((await post(PATH, { query })).status);

    expect(statuses).toEqual([...Array(40).fill(200), 429]);
  });

  it('with the key of a bot that only posts is no permission for other calls', async () => {
    expect(receiveWebhook.incomingWebhooks).toBe('allowed');
    expect(await gateway.request('POST', '/messages', { query: { api_key: bot.apiKey } })).toMatchObject({
      status: 401,
    });
  });
});
