import { RealmUpdated } from '@chat/contracts';
import { DomainEventLog } from '@chat/event-log';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FakeUser } from '../testing/fake-users.js';
import { SampleModule } from '../testing/sample.controller.js';
import { basic, TestGateway } from '../testing/test-gateway.js';

const KEY = 'abcdefghijklmnopqrstuvwxyz012345';
let gateway: TestGateway;
let user: FakeUser;
const isRealmDeactivated = false;

beforeAll(async () => {
  gateway = await TestGateway.start({
    features: [SampleModule],
    services: {
      'realm-settings': {
        'realm-settings.realms.resolve': ({ host }: { host: string }) => ({
          realmId: host === 'other.example' ? 2 : 1,
          isDeactivated: host === 'gone.example' || isRealmDeactivated,
        }),
      },
    },
    settings: { rateLimits: { perUser: 0, perAddress: 0, picturesPerAddress: 0 } },
  });
});

beforeEach(() => {
  user = gateway.users.add();
  gateway.users.beforeReply = async () => {};
});

afterAll(() => gateway.close());

const me = (authorization?: string, headers: Record<string, string> = {}) =>
  gateway.request('GET', '/users/me', { headers: { ...(authorization && { authorization }), ...headers } });

describe('Basic credentials', () => {
  it('with API email and key are accepted, in any case of scheme and address', async () => {
    const encoded = basic(user.email.toUpperCase(), user.apiKey);

    expect((await me(basic(user.email, user.apiKey))).status).toBe(200);
    expect((await me(encoded.replace('Basic', 'bAsIc'))).status).toBe(200);
  });

  it.each([
    ['no header', undefined, 'Not logged in: API authentication or user session required'],
    ['no base64', 'Basic ***', 'Invalid authorization header for basic auth'],
    ['no colon', `Basic ${Buffer.from('abc').toString('base64')}`, 'Invalid authorization header for basic auth'],
    ['a short key', basic('a@b.c', 'short'), 'Malformed API key'],
    ['an unknown key', basic('a@b.c', KEY), 'Invalid API key'],
  ])('with %s are 401', async (_, authorization, msg) => {
    const { status, body, headers } = await me(authorization);

    expect([status, body]).toEqual([401, { result: 'error', msg, code: 'UNAUTHORIZED' }]);
    expect(headers.get('www-authenticate')).toMatch(/^Basic realm="/);
  });

  it('of another user or a deactivated user are 401', async () => {
    const other = gateway.users.add();
    const inactive = gateway.users.add({ isActive: false });

    expect((await me(basic(other.email, user.apiKey))).body['msg']).toBe('Invalid API key');
    expect((await me(basic(inactive.email, inactive.apiKey))).body['msg']).toBe('Account is deactivated');
  });

  it('of another scheme are 400', async () => {
    const { status, body } = await me('Bearer abc');

    expect([status, body]).toEqual([
      400,
      { result: 'error', msg: 'This endpoint requires HTTP basic authentication.', code: 'BAD_REQUEST' },
    ]);
  });

  it('of a deactivated organization are 401', async () => {
    const { status, body } = await rawHost('gone.example');

    expect([status, body]).toMatchObject([
      401,
      { msg: 'This organization has been deactivated', code: 'UNAUTHORIZED' },
    ]);
  });

  it('are checked after the path is known, and before path parameters and body', async () => {
    expect((await gateway.request('POST', '/messages')).status).toBe(401);
    expect((await gateway.request('GET', '/nothing')).status).toBe(404);
  });

  it('are cached: the users service gets one request', async () => {
    const before = gateway.users.lookups;
    const authorization = basic(user.email, user.apiKey);

    await me(authorization);
    await Promise.all(Array.from({ length: 20 }, () => me(authorization)));

    expect(gateway.users.lookups - before).toBe(1);
  });
});

describe('access', () => {
  it('without credentials is for spectators if the endpoint allows it', async () => {
    expect((await gateway.request('POST', '/register')).body).toMatchObject({ result: 'success', userId: null });
    expect((await gateway.request('POST', '/register', { as: user })).body).toMatchObject({ userId: user.userId });
  });

  it('with wrong credentials is refused even if spectators are allowed', async () => {
    const headers = { authorization: basic(user.email, KEY) };

    expect((await gateway.request('POST', '/register', { headers })).status).toBe(401);
  });

  it.each(['Bearer x', basic('a@b.c', KEY)])(
    'ignores credentials at an endpoint for anyone (%s)',
    async (authorization) => {
      const response = await gateway.request('GET', '/server_settings', { headers: { authorization } });

      expect(response.body).toMatchObject({ result: 'success', principal: null });
    },
  );

  it('finds the realm by the Host header', async () => {
    expect((await rawHost('other.example')).body).toMatchObject({ realmId: 2 });
    expect((await rawHost('127.0.0.1')).body).toMatchObject({ realmId: 1 });
  });
});

describe('a change takes effect for the next request', () => {
  const authorization = () => basic(user.email, user.apiKey);

  it('of a role', async () => {
    expect((await me(authorization())).body).toMatchObject({ role: 400 });

    await gateway.users.change(user, { role: 600 });

    expect((await me(authorization())).body).toMatchObject({ role: 600 });
  });

  it('of a key: the old one is refused, the new one accepted', async () => {
    const old = authorization();
    await me(old);

    await gateway.users.change(user, { apiKey: `${user.userId}`.padStart(32, 'n') });

    expect((await me(old)).status).toBe(401);
    expect((await me(authorization())).status).toBe(200);
  });

  it('of the organization', async () => {
    const log = new DomainEventLog(gateway.redis.redis);
    const set = (sequence: number, isDeactivated: boolean) => {
      const payload = JSON.stringify({ realm: { isDeactivated } });
      return log.append('realm-settings', 1, [{ sequence, type: RealmUpdated.type, payload }], {
        afterWipe: sequence === 1,
      });
    };
    expect((await me(authorization())).status).toBe(200);

    await set(1, true);
    const refused = await me(authorization());
    const stranger = await gateway.request('POST', '/register');
    await set(2, false);

    expect(refused.body).toMatchObject({ code: 'UNAUTHORIZED', msg: 'This organization has been deactivated' });
    expect(stranger.status).toBe(401);
    expect((await me(authorization())).status).toBe(200);
  });

  it('of activity, under load', async () => {
    await me(authorization());
    let isStopped = false;
    const load = Array.from({ length: 8 }, async () => {
      while (!isStopped) await me(authorization());
    });

    await gateway.users.change(user, { isActive: false });
    const responses = await Promise.all(Array.from({ length: 20 }, () => me(authorization())));
    isStopped = true;
    await Promise.all(load);

    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(401));
  });

  it('of a user with a lookup of the old credentials in progress', async () => {
    let release = () => {};
    let reached = () => {};
    const isHeld = new Promise<void>((resolve) => {
      reached = resolve;
    });
    gateway.users.beforeReply = () => {
      reached();
      return new Promise((resolve) => {
        release = resolve;
      });
    };
    const early = me(authorization());
    await isHeld;
    gateway.users.beforeReply = async () => {};

    await gateway.users.change(user, { isActive: false });
    const late = me(authorization());
    release();

    expect((await late).status).toBe(401);
    expect((await early).status).toBe(401);
    expect((await me(authorization())).status).toBe(401);
  });
});

/** `fetch` cannot set Host. */
async function rawHost(host: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const headers = { host, authorization: basic(user.email, user.apiKey) };
    const sent = request({ port: gateway.gateway.port, path: '/api/v1/users/me', headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }));
    });
    sent.on('error', reject).end();
  });
}
