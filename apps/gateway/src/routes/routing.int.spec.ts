import { Role } from '@chat/contracts';
import { afterAll, describe, expect, it } from '@jest/globals';
import { jsonOf, startSampleGateway } from '../testing/sample-gateway.js';

const { gateway, authorization, request, raw } = await startSampleGateway();
afterAll(() => gateway.close());

describe('paths', () => {
  it.each([
    ['/users/me', { served: 'me' }],
    ['/users/7', { served: 'id', path: { userId: 7 } }],
    ['/users/7a', { served: 'email', path: { email: '7a' } }],
    ['/users/a%40b.c', { served: 'email', path: { email: 'a@b.c' } }],
    ['/users/7/', { served: 'id', path: { userId: 7 } }],
    ['//users//7', { served: 'id', path: { userId: 7 } }],
    ['/users/2147483648', { served: 'id', path: { userId: 2_147_483_648 } }],
    ['/users/99999999999999999999', { served: 'id', path: { userId: Number.MAX_SAFE_INTEGER } }],
  ])('GET %s', async (path, expected) => {
    expect((await request('GET', path)).body).toMatchObject(expected);
  });

  it('have a double slash for a single one, also before the prefix', async () => {
    const response = await raw(
      `GET //api//v1///users/me?x=1 HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`,
    );

    expect(jsonOf(response)).toMatchObject({ served: 'me', ignored_parameters_unsupported: ['x'] });
  });

  it.each(['/nothing', '/messages/abc', '/messages/1.5', '/messages/-1', '/messages/1/more', '/drafts/x', '/%00'])(
    'GET %s is 404 in JSON',
    async (path) => {
      const { status, body } = await request('GET', path);

      expect([status, body['result'], typeof body['msg']]).toEqual([404, 'error', 'string']);
    },
  );

  it('outside of the prefix are 404 in JSON', async () => {
    const response = await fetch(`${gateway.origin}/users/me`);

    expect([response.status, await response.json()]).toEqual([404, expect.objectContaining({ result: 'error' })]);
  });

  it('with a malformed escape are 400 in JSON', async () => {
    const response = await raw('GET /api/v1/users/%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');

    expect(response).toMatch(/^HTTP\/1.1 400 /);
    expect(jsonOf(response)).toMatchObject({ result: 'error', msg: 'Malformed path' });
  });

  it('refuse control characters in text', async () => {
    expect((await request('GET', '/users/a%00b')).status).toBe(400);
  });

  it('have aliases', async () => {
    expect((await request('PATCH', '/settings/display', { form: { emojiset: 'text' } })).status).toBe(200);
  });
});

describe('methods', () => {
  it.each([
    ['PUT', '/messages', ['GET', 'HEAD', 'POST']],
    ['PATCH', '/users/me', ['GET', 'HEAD']],
    ['DELETE', '/messages/7', ['GET', 'HEAD']],
    ['PROPFIND', '/users/7', ['GET', 'HEAD', 'PATCH']],
  ])('%s %s is 405 with the allowed methods', async (method, path, allowed) => {
    const { status, body, headers } = await gateway.request(method, path);

    expect(status).toBe(405);
    expect(body).toEqual({ result: 'error', msg: 'Method Not Allowed', allowed_methods: allowed });
    expect(headers.get('allow')).toBe(allowed.join(', '));
  });

  it.each([
    'application/json',
    'application/offset+octet-stream',
    'application/x-www-form-urlencoded; charset=utf-8',
    'multipart/form-data',
  ])('are judged before a body of %s', async (type) => {
    const headers = { 'content-type': type, authorization };
    const statusOf = async (method: string, path: string) =>
      (await fetch(`${gateway.origin}/api/v1${path}`, { method, headers, body: '{"a":1}&%zz=\0' })).status;

    expect(await statusOf('POST', '/nothing')).toBe(404);
    expect(await statusOf('PUT', '/messages')).toBe(405);
    // Only where such a request is served, the body is refused.
    expect(await statusOf('POST', '/messages')).toBe(400);
  });

  it('HEAD is GET without a body', async () => {
    const { status, text, headers } = await request('HEAD', '/users/me');

    expect([status, text]).toEqual([200, '']);
    expect(Number(headers.get('content-length'))).toBeGreaterThan(10);
  });

  it('OPTIONS lists the methods', async () => {
    const { status, headers } = await gateway.request('OPTIONS', '/messages');

    expect([status, headers.get('allow')]).toEqual([204, 'GET, HEAD, POST']);
    expect((await gateway.request('OPTIONS', '/nothing')).status).toBe(404);
  });
});

describe('roles', () => {
  it.each([
    [Role.Owner, false, 200, ''],
    [Role.Administrator, false, 200, ''],
    [Role.Administrator, true, 400, 'This endpoint does not accept bot requests.'],
    [Role.Moderator, false, 400, 'Must be an organization administrator'],
    [Role.Member, false, 400, 'Must be an organization administrator'],
    [Role.Guest, false, 400, 'Must be an organization administrator'],
  ])('role %d (bot: %j) at an endpoint for administrators', async (role, isBot, status, msg) => {
    const as = gateway.users.add({ role, isBot });

    const response = await gateway.request('PATCH', '/users/1', { as });

    expect([response.status, response.body['msg']]).toEqual([status, msg]);
  });

  it('let a bot for incoming webhooks send messages, and nothing else', async () => {
    const as = gateway.users.add({ isBot: true, isIncomingWebhook: true });
    const refusal = { code: 'UNAUTHORIZED', msg: 'This API is not available to incoming webhook bots.' };

    // Once without cached credentials, once with them.
    for (const _ of ['at first', 'later']) {
      expect(await gateway.request('GET', '/users/me', { as })).toMatchObject({ status: 401, body: refusal });
      expect((await gateway.request('PATCH', '/users/1', { as })).body).toMatchObject(refusal);
      const sent = await gateway.request('POST', '/messages', { as, form: { type: 'direct', content: 'x' } });
      expect([sent.status, sent.body['msg']]).toEqual([200, '']);
    }
  });
});

describe('the description of the API', () => {
  it('is served only with its module', async () => {
    expect((await gateway.request('GET', '/openapi.json')).status).toBe(404);
  });
});
