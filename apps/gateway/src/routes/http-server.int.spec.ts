import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { eventually } from '@chat/testing';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { OpenApiModule } from '../openapi/openapi.controller.js';
import { SampleController, SampleModule } from '../testing/sample.controller.js';
import { basic, TestGateway, type TestGatewayOptions } from '../testing/test-gateway.js';
import { DRAIN_TIMEOUT_MS } from './http-server.js';

const NO_LIMITS = { rateLimits: { perUser: 0, perAddress: 0, picturesPerAddress: 0 } };
const ONE_PLACE = { maxInFlight: 1, overloadLatencyMs: 500, maxWaiting: 2, maxUploads: 1, maxDownloads: 1 };
let running: TestGateway | undefined;

const start = async (options: Partial<TestGatewayOptions> = {}) => {
  running = await TestGateway.start({ features: [SampleModule], settings: NO_LIMITS, ...options });
  return running;
};

afterEach(async () => {
  await running?.close();
  running = undefined;
});

describe('stopping', () => {
  it('ends open polls with 200, finishes the calls in flight, and accepts no connection', async () => {
    const gateway = await start();
    const as = gateway.users.add();
    const polls = Array.from({ length: 5 }, () => gateway.request('GET', '/events', { as }));
    const calls = Array.from({ length: 50 }, () => gateway.request('GET', '/users/me', { as }));
    await Promise.all(calls);
    await eventually(() => gateway.gateway.app.get(SampleController).openPolls === polls.length);

    const startedAt = performance.now();
    await gateway.gateway.stop();

    expect((await Promise.all(polls)).map(({ status, body }) => [status, body['events']])).toEqual(
      Array(5).fill([200, []]),
    );
    // The stop waited for all calls.
    expect(performance.now() - startedAt).toBeLessThan(DRAIN_TIMEOUT_MS);
    await expect(gateway.request('GET', '/users/me', { as })).rejects.toThrow();
  });

  it('serves one more request of an idle connection, and closes it with the response', async () => {
    const gateway = await start();
    const as = gateway.users.add();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = () =>
      new Promise<string | undefined>((resolve, reject) => {
        const headers = { authorization: basic(as.email, as.apiKey) };
        request(`${gateway.origin}/api/v1/users/me`, { agent, headers }, (response) => {
          response
            .resume()
            .on('end', () =>
              resolve(
                `${response.statusCode} ${response.headers.connection}, ${response.headers['keep-alive'] ?? 'none'}`,
              ),
            );
        })
          .on('error', reject)
          .end();
      });
    const before = await ask();
    const stopped = gateway.gateway.stop('replaced');
    await new Promise((resolve) => setTimeout(resolve, 2_000));

    const last = await ask();

    expect([before, last]).toEqual(['200 keep-alive, timeout=5', '200 close, none']);
    await stopped;
    agent.destroy();
  });
});

describe('overload', () => {
  it('is shed at once; waiting polls are no load', async () => {
    const gateway = await start({
      settings: { ...NO_LIMITS, callLimits: ONE_PLACE },
    });
    const as = gateway.users.add();
    const abort = new AbortController();
    const poll = () =>
      fetch(`${gateway.origin}/api/v1/events`, {
        headers: { authorization: basic(as.email, as.apiKey) },
        signal: abort.signal,
      }).then(
        ({ status }) => status,
        () => 0,
      );

    const openPolls = () => gateway.gateway.app.get(SampleController).openPolls;

    const first = poll();
    await eventually(() => openPolls() === 1);
    const slow = gateway.users.add();
    const lookups = gateway.users.lookups;
    let release = () => {};
    gateway.users.beforeReply = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    const inFlight = gateway.request('GET', '/users/me', { as: slow });
    await eventually(() => gateway.users.lookups > lookups);
    const refused = await gateway.request('GET', '/users/me', { as });
    const looked = await gateway.request('GET', '/events', { as, query: { dont_block: 'true' } });
    release();

    expect([refused.status, refused.headers.get('retry-after'), refused.body['code']]).toEqual([
      503,
      '1',
      'SERVICE_UNAVAILABLE',
    ]);
    expect(refused.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
    expect(looked.status).toBe(200);
    expect((await inFlight).status).toBe(200);

    const second = poll();
    await eventually(() => openPolls() === 2);
    expect(await poll()).toBe(503);
    abort.abort();
    await Promise.all([first, second]);
    await eventually(async () => (await gateway.request('GET', '/users/me', { as })).status === 200);
  });
});

describe('a connection with a shed request', () => {
  const settings = { ...NO_LIMITS, callLimits: ONE_PLACE };

  /** Takes the only place until the returned function is called. */
  async function fill(gateway: TestGateway): Promise<() => Promise<void>> {
    const { lookups } = gateway.users;
    let release = () => {};
    gateway.users.beforeReply = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    const inFlight = gateway.request('GET', '/users/me', { as: gateway.users.add() });
    await eventually(() => gateway.users.lookups > lookups);
    return async () => {
      gateway.users.beforeReply = async () => {};
      release();
      await inFlight;
    };
  }

  it('is not read before the retry-after has passed, while others are', async () => {
    const gateway = await start({ settings });
    const as = gateway.users.add();
    const release = await fill(gateway);
    const impatient = connect(gateway.gateway.port, '127.0.0.1');
    const request = `GET /api/v1/users/me HTTP/1.1\r\nhost: x\r\nauthorization: ${basic(as.email, as.apiKey)}\r\n\r\n`;
    const statusOfNext = () =>
      new Promise((resolve) => impatient.once('data', (response) => resolve(response.toString().slice(9, 12))));
    // Refused a moment later: its time may be running for a while when we hear of it.
    const askedAt = performance.now();
    impatient.write(request);
    expect(await statusOfNext()).toBe('503');
    await release();

    impatient.write(request);
    const next = statusOfNext();
    const other = await gateway.request('GET', '/users/me', { as });

    expect(other.status).toBe(200);
    expect(await next).toBe('200');
    expect(performance.now() - askedAt).toBeGreaterThan(950);
    impatient.destroy();
  });

  it('of a proxy is read on; addresses behind it that retry early wait for the next 503', async () => {
    const gateway = await start({ settings: { ...settings, trustedProxies: ['127.0.0.1'] } });
    const as = gateway.users.add();
    const release = await fill(gateway);
    const ask = (from: string) => gateway.request('GET', '/users/me', { as, headers: { 'x-forwarded-for': from } });

    const askedAt = performance.now();
    const first = await ask('192.0.2.1');
    const again = ask('192.0.2.1').then(({ status }) => [status, performance.now() - askedAt] as const);
    const others = await ask('192.0.2.2');
    const othersMs = performance.now() - askedAt;
    const [status, againMs] = await again;

    expect([first.status, status, others.status]).toEqual([503, 503, 503]);
    expect(againMs).toBeGreaterThan(950);
    expect(othersMs).toBeLessThan(againMs);
    await release();
    expect((await ask('192.0.2.1')).status).toBe(200);
  });
});

describe('connections', () => {
  it('beyond the limit are closed, and accepted again when others have ended', async () => {
    const gateway = await start({ settings: { ...NO_LIMITS, connections: { max: 2, acceptLanes: 2 } } });
    const open = () => connect(gateway.gateway.port, '127.0.0.1');
    const [first, second] = [open(), open()];
    // A response proves that a connection is accepted. A connected client may still wait in its lane.
    for (const socket of [first, second]) socket.write('GET /api/v1/server_settings HTTP/1.1\r\nhost: x\r\n\r\n');
    await Promise.all([first, second].map((socket) => new Promise((resolve) => socket.once('data', resolve))));

    const third = open();
    await new Promise((resolve) => third.once('close', resolve).on('error', () => {}));
    first.destroy();

    await eventually(async () => {
      const response = await fetch(`${gateway.origin}/api/v1/server_settings`, { headers: { connection: 'close' } });
      return response.status === 200;
    });
    second.destroy();
  });
});

describe('names of existing clients', () => {
  it('are in responses if configured', async () => {
    const gateway = await start({ settings: { ...NO_LIMITS, clientCompat: 'zulip' } });
    const as = gateway.users.add();

    const { body } = await gateway.request('GET', '/messages', { as, query: { client_gravatar: 'false' } });
    expect(body).toMatchObject({
      parameters: { clientExtavatar: false },
      service_version: '1',
      zulip_version: '1',
      reactions: [{ reaction_type: 'zulip_extra_emoji' }],
    });
    expect(body).not.toHaveProperty('ignored_parameters_unsupported');
    const changed = await gateway.request('PATCH', '/settings', { as, form: { emojiset: 'google' } });
    expect(changed.body).toMatchObject({ parameters: { emojiset: 'google' } });
  });

  it('are unknown otherwise', async () => {
    const gateway = await start();
    const as = gateway.users.add();

    const { body } = await gateway.request('GET', '/messages', { as, query: { client_gravatar: 'false' } });

    expect(body).toMatchObject({ ignored_parameters_unsupported: ['client_gravatar'] });
    expect(body).not.toHaveProperty('zulip_version');
    expect((await gateway.request('PATCH', '/settings', { as, form: { emojiset: 'google' } })).status).toBe(400);
  });
});

describe('other origins', () => {
  it('may read responses if configured, and others may not', async () => {
    const gateway = await start({ settings: { ...NO_LIMITS, corsOrigins: ['https://app.example'] } });
    const allowed = { origin: 'https://app.example' };

    const preflight = await gateway.request('OPTIONS', '/messages', { headers: allowed });
    const response = await gateway.request('GET', '/server_settings', { headers: allowed });
    const foreign = await gateway.request('GET', '/server_settings', { headers: { origin: 'https://evil.example' } });

    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
    expect(response.headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the description of the API', () => {
  it('is served as OpenAPI and as a page without external files', async () => {
    const gateway = await start({ features: [SampleModule, OpenApiModule] });

    const { body } = await gateway.request('GET', '/openapi.json');
    const page = await gateway.request('GET', '/docs');

    expect(body).toMatchObject({
      openapi: '3.1.0',
      paths: {
        '/api/v1/messages': {
          get: { parameters: [{ name: 'num_before', in: 'query', required: false }, { name: 'client_extavatar' }] },
          post: {
            requestBody: {
              content: {
                'application/x-www-form-urlencoded': {
                  schema: { required: ['type', 'content'], properties: { type: { enum: ['direct', 'stream'] } } },
                },
              },
            },
          },
        },
        '/api/v1/users/{user_id}': { get: { parameters: [{ name: 'user_id', in: 'path' }] } },
        '/api/v1/settings/display': { patch: {} },
        '/api/v1/server_settings': { get: { security: [] } },
      },
    });
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('/<wbr>api/<wbr>v1/<wbr>messages/<wbr>{message_id}');
    expect(page.text).not.toMatch(/<script|src=|<link|url\(/);
  });
});

describe('the log', () => {
  it('has one line per request with id and route, without keys and parameters', async () => {
    const gateway = await start();
    const as = gateway.users.add();
    const lines: object[] = [];
    jest.spyOn(gateway.gateway.resources.logger, 'info').mockImplementation((line: unknown) => {
      lines.push(line as object);
    });

    const form = { type: 'stream', content: 'private words' };
    const { headers } = await gateway.request('POST', '/messages', { as, form, query: { token: 'secret' } });
    await gateway.request('GET', '/users/someone%40example.com', { as });
    await eventually(() => lines.length === 2);

    expect(lines[0]).toEqual({
      requestId: headers.get('x-request-id'),
      method: 'POST',
      route: '/api/v1/messages',
      status: 200,
      ms: expect.any(Number),
      realmId: 1,
      userId: as.userId,
    });
    expect(lines[1]).toMatchObject({ route: '/api/v1/users/{email}' });
    expect(JSON.stringify(lines)).not.toMatch(/private|secret|someone|kkkk/);
  });

  it('distinguishes disconnected clients from served ones', async () => {
    const gateway = await start();
    const as = gateway.users.add();
    const info = jest.spyOn(gateway.gateway.resources.logger, 'info');
    const abort = new AbortController();
    const headers = { authorization: basic(as.email, as.apiKey) };
    const poll = fetch(`${gateway.origin}/api/v1/events`, { headers, signal: abort.signal }).catch(() => {});
    await eventually(() => gateway.gateway.app.get(SampleController).openPolls === 1);

    abort.abort();
    await poll;

    await eventually(() =>
      info.mock.calls.some(([line]) => (line as unknown as { isAborted?: boolean }).isAborted === true),
    );
  });
});
