import { randomBytes } from 'node:crypto';
import { ResolveRealm, VerifySession } from '@chat/contracts';
import { createTestRedis, type TestRedis } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FakeUser } from '../testing/fake-users.js';
import { SampleModule } from '../testing/sample.controller.js';
import { basic, TestGateway, type TestRequest } from '../testing/test-gateway.js';
import { UserUploadsModule } from '../user-uploads/user-uploads.controller.js';

const UNLIMITED = { rateLimits: { perUser: 0, perAddress: 0, picturesPerAddress: 0 } };

let redis: TestRedis;
let gateways: readonly [TestGateway, TestGateway];
let ana: FakeUser;
let cookie: string;
beforeAll(async () => {
  redis = await createTestRedis();
  const first = await TestGateway.start({ features: [SampleModule], redis, settings: UNLIMITED });
  const users = { [VerifySession.pattern]: (request: VerifySession) => first.users.verifySession(request) };
  const second = await TestGateway.start({ features: [SampleModule], redis, settings: UNLIMITED, services: { users } });
  gateways = [first, second];
  ana = first.users.add();
  cookie = first.users.session(ana);
});
afterAll(async () => {
  for (const gateway of gateways) await gateway.close();
  await redis.close();
});

const json = (method: string, path: string, rest: TestRequest = {}, gateway = gateways[0]) =>
  gateway.request(method, path, { prefix: '/json', ...rest });
const me = (sent: string, gateway = gateways[0]) => json('GET', '/users/me', { headers: { cookie: sent } }, gateway);

describe('a request with a session', () => {
  it('is served at /json', async () => {
    expect((await me(cookie)).body).toMatchObject({ served: 'me', role: 400 });
    expect((await me(`theme=dark; ${cookie} ; csrftoken=x`)).status).toBe(200);
  });

  it('is verified once while the verification permits it', async () => {
    const { users } = gateways[0];
    const ben = users.session(users.add());
    await me(ben);
    const before = users.lookups;
    for (let n = 0; n < 5; n++) await me(ben);
    expect(users.lookups).toBe(before);

    users.sessionsUsableForMs = 0;
    const cora = users.session(users.add());
    for (let n = 0; n < 3; n++) await me(cora);
    expect(users.lookups).toBe(before + 3);
    users.sessionsUsableForMs = 60_000;
  });

  it.each([
    ['no cookie', ''],
    ['an unknown token', `sessionid=${randomBytes(32).toString('base64url')}`],
    ['a token of another form', 'sessionid=x'],
    ['a cookie of a similar name', 'xsessionid=1; sessionidx=2'],
  ])('is 401 with %s', async (_, sent) => {
    const { status, headers, body } = await me(sent);

    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Session realm="api"']);
    expect(body).toMatchObject({ code: 'UNAUTHORIZED', result: 'error' });
  });

  it('is refused to a person without a required second factor', async () => {
    const { users } = gateways[0];

    const { status, body } = await me(users.session(users.add({ needsSecondFactor: true })));

    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 'SECOND_FACTOR_SETUP_REQUIRED' });
  });

  it('does not work at /api/v1, nor a key at /json', async () => {
    const byCookie = await gateways[0].request('GET', '/users/me', { headers: { cookie } });
    const token = cookie.slice('sessionid='.length);
    const byToken = await gateways[0].request('GET', '/users/me', { headers: { authorization: token } });
    const byKey = await json('GET', '/users/me', { headers: { authorization: basic(ana.email, ana.apiKey) } });

    expect([byCookie.status, byCookie.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="api"']);
    expect([byToken.status, byKey.status]).toEqual([400, 401]);
  });

  it('is refused at every gateway right after its end', async () => {
    const [first, second] = gateways;
    const user = first.users.add();
    const [sent, other] = [first.users.session(user), first.users.session(first.users.add())];
    for (const gateway of gateways) expect((await me(sent, gateway)).status).toBe(200);

    await first.users.endSessions(user);

    for (const gateway of [second, first]) expect((await me(sent, gateway)).status).toBe(401);
    expect((await me(other)).status).toBe(200);
  });
});

describe('a change with a session', () => {
  const token = randomBytes(32).toString('base64url');
  const change = (headers: Record<string, string> = {}, form: Record<string, string> = {}) => {
    const cookies = `${cookie}; csrftoken=${token}`;
    return json('PATCH', '/settings', {
      headers: { cookie: cookies, ...headers },
      form: { emojiset: 'text', ...form },
    });
  };

  it('needs the token of the cookie in a header or in the form', async () => {
    const byHeader = await change({ 'x-csrftoken': token });
    const byForm = await change({}, { csrfmiddlewaretoken: token });

    expect([byHeader.status, byForm.status]).toEqual([200, 200]);
    expect(byForm.body).not.toHaveProperty('ignored_parameters_unsupported');
  });

  it.each([
    ['CSRF token missing.', {}],
    ['CSRF token incorrect.', { 'x-csrftoken': randomBytes(32).toString('base64url') }],
    ['CSRF token incorrect.', { 'x-csrftoken': 'x' }],
    ['Origin checking failed.', { 'x-csrftoken': token, origin: 'http://evil.example' }],
    ['Origin checking failed.', { 'x-csrftoken': token, origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ])('is 403 otherwise: %s', async (reason, headers) => {
    const { status, body } = await change(headers as Record<string, string>);

    expect([status, body]).toEqual([
      403,
      { result: 'error', code: 'CSRF_FAILED', msg: `CSRF error: ${reason}`, reason },
    ]);
  });

  it('is 403 without the cookie', async () => {
    const sent = { cookie, 'x-csrftoken': token };
    const { status, body } = await json('PATCH', '/settings', { headers: sent, form: { emojiset: 'text' } });

    expect([status, body['reason']]).toEqual([403, 'CSRF cookie not set.']);
  });

  it('accepts its own origin, and a form of a page without referrer', async () => {
    const own = await change({ 'x-csrftoken': token, origin: gateways[0].origin });
    const form = await change({ 'x-csrftoken': token, origin: 'null', 'sec-fetch-site': 'same-origin' });

    expect([own.status, form.status]).toEqual([200, 200]);
  });

  it('is 401 without a session, also with the token', async () => {
    const response = await json('PATCH', '/settings', { headers: { cookie: `csrftoken=${token}` }, form: {} });

    expect(response.status).toBe(401);
  });
});

it('a realm with an HTTPS address takes only cookies with the prefix __Host-', async () => {
  const secure = await TestGateway.start({
    features: [SampleModule],
    services: {
      'realm-settings': {
        'realm-settings.realms.resolve': () => ({ realmId: 1, isDeactivated: false, isSecure: true }),
      },
    },
  });
  const sent = secure.users.session(secure.users.add());

  const [plain, prefixed] = [await me(sent, secure), await me(`__Host-${sent}`, secure)];
  await secure.close();

  expect([plain.status, prefixed.status]).toEqual([401, 200]);
});

it('a browser that reads a file without a session gets no challenge for a password', async () => {
  const deactivated = { [ResolveRealm.pattern]: () => ({ realmId: 1, isDeactivated: true }) };
  const gateway = await TestGateway.start({
    features: [UserUploadsModule],
    services: { 'realm-settings': deactivated },
  });
  const challenge = async (headers: Record<string, string>) => {
    const response = await gateway.request('GET', '/user_uploads/1/a.png', { prefix: '', headers });
    return [response.status, response.headers.get('www-authenticate')];
  };

  expect(await challenge({})).toEqual([401, 'Session realm="api"']);
  expect(await challenge({ authorization: basic('a@example.com', 'x') })).toEqual([401, 'Basic realm="api"']);
  await gateway.close();
});
