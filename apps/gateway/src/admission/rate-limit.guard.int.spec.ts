import { getAvatarImage, getEmojiImage, getNightLogo, getStillEmojiImage } from '@chat/contracts';
import { createTestRedis, type TestRedis } from '@chat/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ProviderPagesModule } from '../provider-pages/provider-start.controller.js';
import { LogoModule } from '../realm/logo.controller.js';
import { SampleModule } from '../testing/sample.controller.js';
import { basic, TestGateway } from '../testing/test-gateway.js';

const PER_USER = 5;
const PER_ADDRESS = 4;
const PICTURES_PER_ADDRESS = 7;
const settings = {
  rateLimits: { perUser: PER_USER, perAddress: PER_ADDRESS, picturesPerAddress: PICTURES_PER_ADDRESS },
  trustedProxies: ['127.0.0.1'],
};
const FEATURES = [SampleModule, LogoModule, ProviderPagesModule];
let redis: TestRedis;
let gateways: TestGateway[];

beforeAll(async () => {
  redis = await createTestRedis();
  gateways = [
    await TestGateway.start({ features: FEATURES, settings, redis }),
    await TestGateway.start({ features: FEATURES, settings, redis }),
  ];
});

afterEach(async () => {
  const keys = await redis.redis.keys('rate:*');
  if (keys.length > 0) await redis.redis.del(keys);
});

afterAll(async () => {
  for (const gateway of gateways) await gateway.close();
  await redis.close();
});

/** Both gateways' users services play the same people. */
const addUser = () => gateways.map((gateway) => gateway.users.add())[0];

const gateway = (index: number) => gateways[index % 2] as TestGateway;

describe('the limit per user', () => {
  it('is shared by all gateways, and its state is in the headers', async () => {
    const as = addUser();

    const statuses: number[] = [];
    for (let call = 0; call < PER_USER + 1; call++) {
      const { status, headers } = await gateway(call).request('GET', '/users/me', { as });
      statuses.push(status);
      expect(headers.get('x-ratelimit-limit')).toBe(String(PER_USER));
      expect(headers.get('x-ratelimit-remaining')).toBe(String(Math.max(0, PER_USER - call - 1)));
    }

    expect(statuses).toEqual([...Array(PER_USER).fill(200), 429]);
  });

  it('sends a code, the time to wait in body and header, and the time of the reset', async () => {
    const as = addUser();
    const calls = Array.from({ length: PER_USER + 1 }, (_, call) => gateway(call).request('GET', '/users/me', { as }));

    const refused = (await Promise.all(calls)).find(({ status }) => status === 429);

    expect(refused?.body).toEqual({
      result: 'error',
      msg: 'API usage exceeded rate limit',
      code: 'RATE_LIMIT_HIT',
      'retry-after': expect.any(Number),
    });
    expect(refused?.headers.get('retry-after')).toBe(String(refused?.body['retry-after']));
    const reset = Number(refused?.headers.get('x-ratelimit-reset'));
    expect(Math.abs(reset - Date.now() / 1000 - 60)).toBeLessThan(5);
  });

  it('counts polls only if they do not wait', async () => {
    const as = addUser();
    const abort = new AbortController();
    const polls = Array.from({ length: PER_USER * 2 }, () =>
      fetch(`${gateway(0).origin}/api/v1/events`, {
        headers: { authorization: basic(as?.email ?? '', as?.apiKey ?? '') },
        signal: abort.signal,
      }).then(
        ({ status }) => status,
        () => 'waited',
      ),
    );

    for (let call = 0; call < PER_USER; call++) {
      const query = { dont_block: 'true' };
      expect((await gateway(0).request('GET', '/events', { as, query })).status).toBe(200);
    }
    expect((await gateway(0).request('GET', '/users/me', { as })).status).toBe(429);
    abort.abort();
    expect(await Promise.all(polls)).toEqual(Array(PER_USER * 2).fill('waited'));
  });
});

describe('the limit of reading sessions', () => {
  const READS = 6 * PER_USER;
  let one: TestGateway;
  beforeAll(async () => {
    one = await TestGateway.start({ features: FEATURES, settings });
  });
  afterAll(() => one.close());

  const reader = () => {
    const headers = { cookie: one.users.session(one.users.add()) };
    return (path: string, query: Record<string, string> = {}) =>
      one.request('GET', path, { prefix: '/json', headers, query });
  };

  it('is six times that of calls', async () => {
    const read = reader();
    const statuses: number[] = [];
    for (let call = 0; call < READS + 1; call++) {
      const { status, headers } = await read('/users/me');
      statuses.push(status);
      expect(headers.get('x-ratelimit-limit')).toBe(String(READS));
      expect(headers.get('x-ratelimit-remaining')).toBe(String(Math.max(0, READS - call - 1)));
    }

    expect(statuses).toEqual([...Array(READS).fill(200), 429]);
  });

  it('counts dear calls by their cost, and serves none beyond it', async () => {
    const read = reader();
    const first = await read('/messages', { num_before: '200' });
    const second = await read('/messages', { num_before: '110' });

    expect([first.status, first.headers.get('x-ratelimit-remaining')]).toEqual([200, String(READS - 20)]);
    expect(second).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_HIT', 'retry-after': expect.any(Number) } });
    expect((await read('/users/me')).status).toBe(429);
  });

  it('leaves the limit of other calls alone, and is not for keys', async () => {
    const as = one.users.add();
    const cookie = one.users.session(as);
    const before = await one.request('GET', '/messages', { as, query: { num_before: '200' } });
    const read = await one.request('GET', '/users/me', { prefix: '/json', headers: { cookie } });
    const after = await one.request('GET', '/users/me', { as });

    expect([before, read, after].map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual([
      String(PER_USER - 1),
      String(READS - 1),
      String(PER_USER - 2),
    ]);
  });

  it('counts changes by a session as calls', async () => {
    const as = one.users.add();
    const cookie = `${one.users.session(as)}; csrftoken=${'t'.repeat(43)}`;
    const headers = { cookie, 'x-csrftoken': 't'.repeat(43) };
    const form = { emojiset: 'text' };

    const response = await one.request('PATCH', '/settings', { prefix: '/json', headers, form });

    expect(response.headers.get('x-ratelimit-limit')).toBe(String(PER_USER));
  });
});

describe('the limit per address', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const KEY = 'abcdefghijklmnopqrstuvwxyz012345';

  it.each([
    ['calls without credentials', '/users/me', {}, 401],
    ['wrong credentials', '/users/me', { authorization: basic('a@b.c', KEY) }, 401],
    ['another scheme', '/users/me', { authorization: 'Bearer x' }, 400],
    ['endpoints for anyone', '/server_settings', {}, 200],
  ])('counts %s', async (_, path, headers, expected) => {
    const statuses: number[] = [];
    for (let call = 0; call < PER_ADDRESS + 1; call++) {
      const response = await gateway(call).request('GET', path, { headers: { ...headers, ...from('9.9.9.9') } });
      statuses.push(response.status);
    }

    expect(statuses).toEqual([...Array(PER_ADDRESS).fill(expected), 429]);
    expect((await gateway(0).request('GET', path, { headers: { ...headers, ...from('8.8.8.8') } })).status).toBe(
      expected,
    );
  });

  it('counts pictures apart, so that they do not prevent a sign-in', async () => {
    const statuses: number[] = [];
    for (let call = 0; call < PICTURES_PER_ADDRESS + 1; call++) {
      statuses.push((await fetch(`${gateway(call).origin}/static/images/logo.svg`)).status);
    }

    expect(statuses).toEqual([...Array(PICTURES_PER_ADDRESS).fill(200), 429]);
    expect((await gateway(0).request('GET', '/server_settings')).status).toBe(200);
  });

  it.each([getAvatarImage, getEmojiImage, getStillEmojiImage, getNightLogo])(
    'counts $path as a picture',
    ({ isPicture }) => {
      expect(isPicture).toBe(true);
    },
  );

  it('counts the logouts of a provider apart, so that those of one person do not keep the sessions of another', async () => {
    const address = from('9.9.9.9');
    const logOut = () => gateway(0).request('POST', '/logout/oidc/corp/', { prefix: '', headers: address });
    for (let call = 0; call < PER_ADDRESS + 1; call++) {
      await gateway(call).request('GET', '/users/me', { headers: address });
    }

    for (let call = 0; call < PER_ADDRESS + 1; call++) {
      const { status, headers } = await logOut();
      expect([status, headers.get('x-ratelimit-limit')]).toEqual([400, '6000']);
    }
    await redis.redis.set('rate:providers:9.9.9.9', 6_000, 'EX', 60);
    expect((await logOut()).status).toBe(429);
  });

  it('does not limit clients with valid credentials', async () => {
    const as = addUser();
    for (let call = 0; call < PER_ADDRESS + 1; call++) await gateway(0).request('GET', '/users/me');

    expect((await gateway(0).request('GET', '/users/me', { as })).status).toBe(200);
  });

  it('counts IPv6 addresses by their /64 network', async () => {
    for (let call = 0; call < PER_ADDRESS; call++) {
      await gateway(0).request('GET', '/users/me', { headers: from(`2001:db8::${call + 1}`) });
    }

    expect((await gateway(0).request('GET', '/users/me', { headers: from('2001:db8:0:0:9::1') })).status).toBe(429);
    expect((await gateway(0).request('GET', '/users/me', { headers: from('2001:db8:0:1::1') })).status).toBe(401);
  });
});
