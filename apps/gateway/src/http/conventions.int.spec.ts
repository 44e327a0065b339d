import { once } from 'node:events';
import { connect } from 'node:net';
import { Role } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FakeUser } from '../testing/fake-users.js';
import { Echo, SampleModule } from '../testing/sample.controller.js';
import { TestGateway, type TestRequest } from '../testing/test-gateway.js';

/* Conventions of the API over real HTTP; the services behind are played over the real transport. */
let gateway: TestGateway;
let user: FakeUser;

beforeAll(async () => {
  gateway = await TestGateway.start({
    features: [SampleModule],
    services: {
      messaging: {
        [Echo.pattern]: ({ value }: Echo, context: object) =>
          value === 'slow service' ? new Promise((resolve) => setTimeout(resolve, 600)) : { echoed: value, context },
      },
    },
    settings: { rateLimits: { perUser: 0, perAddress: 0 } },
  });
  user = gateway.users.add();
});

afterAll(() => gateway.close());

const request = (method: string, path: string, rest: TestRequest = {}) =>
  gateway.request(method, path, { as: user, ...rest });

/** Sends bytes as they are and reads until the server closes or the answer is complete. */
async function raw(text: string): Promise<string> {
  const socket = connect(gateway.gateway.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(text);
  let received = '';
  for await (const chunk of socket) {
    received += chunk;
    const length = /content-length: (\d+)/i.exec(received)?.[1];
    const head = received.indexOf('\r\n\r\n');
    if (head !== -1 && length !== undefined && received.length >= head + 4 + Number(length)) break;
  }
  socket.destroy();
  return received;
}

const jsonOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));

describe('the envelope', () => {
  it('is 200 with result and an empty msg on success, for POST too', async () => {
    const { status, body } = await request('POST', '/messages', { form: { type: 'stream', content: 'hi' } });

    expect(status).toBe(200);
    expect(body).toMatchObject({ result: 'success', msg: '', id: 1, userId: user.userId });
    expect(body).not.toHaveProperty('ignored_parameters_unsupported');
  });

  it('carries code and msg of a refusal', async () => {
    const { status, body } = await request('POST', '/fail', { form: { how: 'refusal' } });

    expect([status, body]).toEqual([400, { result: 'error', msg: 'No.', code: 'BAD_REQUEST' }]);
  });

  it('says nothing about a fault of our own', async () => {
    const { status, body, text, headers } = await request('POST', '/fail', { form: { how: 'fault' } });

    expect([status, body]).toEqual([500, { result: 'error', msg: 'Internal server error', code: 'INTERNAL_ERROR' }]);
    expect(text + JSON.stringify([...headers])).not.toMatch(/secret|at .*:\d+:\d+|fastify|express|node/i);
  });

  it('passes a reply on as text, with the context that the service needs', async () => {
    const { body } = await request('POST', '/fail', { form: { how: 'service' } });

    expect(body).toMatchObject({
      result: 'success',
      echoed: 'service',
      context: { realmId: 1, asOf: expect.any(String) },
    });
  });

  it('is 503 with retry-after when a service cannot answer in time', async () => {
    const { status, body, headers } = await request('POST', '/fail', { form: { how: 'slow service' } });

    expect(status).toBe(503);
    expect(body).toMatchObject({ result: 'error', code: 'SERVICE_UNAVAILABLE', 'retry-after': 1 });
    expect(headers.get('retry-after')).toBe('1');
  });

  it('knows partial success, and answers that are no JSON', async () => {
    expect((await request('POST', '/fail', { form: { how: 'partially' } })).body).toEqual({
      result: 'partially_completed',
      msg: '',
      code: 'REQUEST_TIMEOUT',
      processed: 3,
    });
    const { text, headers } = await request('POST', '/fail', { form: { how: 'raw' } });
    expect([text, headers.get('content-type'), headers.get('x-own')]).toEqual(['plain', 'text/plain', '1']);
  });

  it('has an id for each request and protects browsers', async () => {
    const [first, second] = await Promise.all([request('GET', '/users/me'), request('GET', '/users/me')]);

    expect(first.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'));
    expect(first.headers.get('x-content-type-options')).toBe('nosniff');
    expect(first.headers.get('cache-control')).toContain('no-store');
    expect(first.headers.get('server')).toBeNull();
    expect(first.headers.get('x-powered-by')).toBeNull();
    expect(first.headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each([
    ['200', 'GET', '/users/me', {}],
    ['400', 'POST', '/messages', { form: {} }],
    ['401', 'GET', '/users/me', { headers: { authorization: 'Basic bm9ib2R5Ondyb25n' } }],
    ['404', 'GET', '/no/such/path', {}],
    ['405', 'DELETE', '/messages', {}],
    ['500', 'POST', '/fail', { form: { how: 'fault' } }],
  ] as const)(
    'gives no page anything to run or to show in a frame, with %s too',
    async (status, method, path, options) => {
      const { headers, status: answered } = await request(method, path, { ...options });

      expect(`${answered}`).toBe(status);
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      for (const name of ['set-cookie', 'server', 'x-powered-by'])
        expect([name, headers.get(name)]).toEqual([name, null]);
      for (const [name] of headers) expect(name).not.toMatch(/^access-control-/);
    },
  );
});

describe('parameters', () => {
  it('come form-encoded, as multipart, or in the query, alike', async () => {
    const fields = { type: 'stream', content: 'hällo & <all> 🙂' };
    const multipart = new FormData();
    for (const [name, value] of Object.entries(fields)) multipart.append(name, value);

    const answers = await Promise.all([
      request('POST', '/messages', { form: fields }),
      request('POST', '/messages', { form: multipart }),
      request('POST', '/messages', { query: fields }),
      request('POST', '/messages', { query: { ...fields, content: 'not this' }, form: { content: fields.content } }),
    ]);

    for (const { body } of answers) expect(body).toMatchObject({ result: 'success', parameters: fields });
  });

  it.each(['PATCH', 'DELETE'])('of %s come form-encoded and from the query', async (method) => {
    const path = method === 'PATCH' ? '/settings' : '/drafts/3';
    const fields: Record<string, string> = method === 'PATCH' ? { names: '["a"]' } : { reason: 'old' };
    const expected = method === 'PATCH' ? { names: ['a'] } : { reason: 'old' };

    for (const rest of [{ form: fields }, { query: fields }]) {
      expect((await request(method, path, rest)).body).toMatchObject({ result: 'success', parameters: expected });
    }
  });

  it('of GET come from the query only', async () => {
    const { body } = await request('GET', '/messages', { query: { num_before: '3' } });

    expect(body).toMatchObject({ parameters: { numBefore: 3, clientExtavatar: true } });
  });

  it('that are missing are named', async () => {
    const { status, body } = await request('POST', '/messages', { form: { type: 'stream' } });

    expect(status).toBe(400);
    expect(body).toEqual({
      result: 'error',
      msg: "Missing 'content' argument",
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'content',
    });
  });

  it.each([
    ['GET', '/messages', { num_before: 'ten' }, 'Argument "num_before" is not valid JSON.'],
    ['GET', '/messages', { num_before: '1.5' }, 'num_before is not an integer'],
    ['GET', '/messages', { client_extavatar: '1' }, 'client_extavatar is not a boolean'],
    ['PATCH', '/settings', { names: '["a",1]' }, 'names[1] is not a string'],
    ['PATCH', '/settings', { emojiset: 'other' }, 'Invalid emojiset'],
    ['DELETE', '/drafts/1', { draft: '{}' }, 'stream_id key is missing from draft'],
  ])('that are wrong are refused: %s %s %j', async (method, path, query, msg) => {
    const { status, body } = await request(method, path, { query });

    expect([status, body]).toEqual([400, { result: 'error', code: 'BAD_REQUEST', msg }]);
  });

  it('have aliases, but not both names at once', async () => {
    const fields = { type: 'stream', content: 'x' };
    const { body } = await request('POST', '/messages', { form: { ...fields, subject: 'old' } });
    expect(body).toMatchObject({ parameters: { topic: 'old' } });
    expect(body).not.toHaveProperty('ignored_parameters_unsupported');

    const both = await request('POST', '/messages', { form: { ...fields, subject: 'old', topic: 'new' } });
    expect(both.body).toMatchObject({ code: 'REQUEST_CONFUSING_VAR', var_name1: 'topic', var_name2: 'subject' });
  });

  it('that are unknown are listed and do no harm, in the query and the body, GET included', async () => {
    const posted = await request('POST', '/messages', {
      form: { type: 'stream', content: 'x', foo: '1', __proto__x: '2', constructor: '3' },
      query: { bar: '', foo: '2' },
    });
    const got = await request('GET', '/messages', { query: { bar: '1', num_before: '1' } });
    const hostile = await request('PATCH', '/settings', { query: JSON.parse('{"__proto__": "1"}') });

    expect(posted.body['ignored_parameters_unsupported']).toEqual(['bar', 'foo', '__proto__x', 'constructor']);
    expect(got.body['ignored_parameters_unsupported']).toEqual(['bar']);
    expect(hostile.body).toMatchObject({ result: 'success', ignored_parameters_unsupported: ['__proto__'] });
  });

  it('that are repeated have the last value', async () => {
    const body = 'type=direct&content=a&type=stream&content=b';
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };

    expect((await request('POST', '/messages', { body, headers })).body).toMatchObject({
      parameters: { type: 'stream', content: 'b' },
    });
  });

  it.each([
    ['a body without a type is form-encoded', 'type=stream&content=x', {}, 200],
    ['bytes that are not UTF-8', Buffer.from('type=stream&content=\xff', 'latin1'), FORM(), 400],
    ['escaped bytes that are not UTF-8', 'type=stream&content=%ff', FORM(), 400],
    ['a null byte', 'type=stream&content=%00', FORM(), 400],
    ['a stray percent sign', 'type=stream&content=100%', FORM(), 200],
    ['JSON', '{"type":"stream"}', { 'content-type': 'application/json' }, 400],
    ['broken JSON', '{"type', { 'content-type': 'application/json' }, 400],
    ['a type that is none', 'x', { 'content-type': '///' }, 400],
    ['a broken multipart body', 'x', { 'content-type': 'multipart/form-data; boundary=b' }, 400],
    ['a multipart body without boundary', 'x', { 'content-type': 'multipart/form-data' }, 400],
    ['an empty body', '', FORM(), 400],
  ])('%s', async (_, text, headers, status) => {
    // fetch adds a type to strings, so the body goes as bytes.
    const answer = await request('POST', '/messages', { body: Buffer.from(text), headers });

    expect(answer.status).toBe(status);
    expect(answer.body['result']).toBe(status === 200 ? 'success' : 'error');
    expect(typeof answer.body['msg']).toBe('string');
  });

  it('that are too large in sum are 413, whether announced or not', async () => {
    const body = Buffer.alloc(3 * 1024 * 1024, 'a');
    const announced = await request('POST', '/messages', { body, headers: FORM() });
    const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`;
    const unannounced = await raw(
      `${CHUNKED.trimEnd()}\r\nAuthorization: ${authorization()}\r\n\r\n${chunk.repeat(40)}`,
    );

    expect(announced.status).toBe(413);
    expect(announced.body).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
    expect(unannounced).toMatch(/^HTTP\/1.1 413 /);
  });
});

function FORM() {
  return { 'content-type': 'application/x-www-form-urlencoded' };
}

describe('files', () => {
  const form = (content: string, count = 1) => {
    const data = new FormData();
    data.append('title', 'x');
    for (let index = 0; index < count; index++)
      data.append('file', new Blob([content], { type: 'text/plain' }), 'ä".txt');
    return data;
  };

  it('reach the endpoint that takes them', async () => {
    const { body } = await request('POST', '/user_uploads', { form: form('hello') });

    expect(body).toMatchObject({
      parameters: { title: 'x' },
      files: [{ field: 'file', fileName: 'ä".txt', contentType: 'text/plain', text: 'hello' }],
    });
    expect(body).not.toHaveProperty('ignored_parameters_unsupported');
  });

  it('are an unknown parameter elsewhere', async () => {
    const data = form('hello');
    data.append('type', 'stream');
    data.append('content', 'x');

    const { body } = await request('POST', '/messages', { form: data });

    expect(body['ignored_parameters_unsupported']).toEqual(['title', 'file']);
  });

  it('are refused beyond size and number', async () => {
    expect((await request('POST', '/user_uploads', { form: form('a'.repeat(1_001)) })).status).toBe(413);
    expect((await request('POST', '/user_uploads', { form: form('a'.repeat(100_000)) })).status).toBe(413);
    expect((await request('POST', '/user_uploads', { form: form('a', 2) })).status).toBe(400);
  });
});

describe('paths', () => {
  it.each([
    ['/users/me', { served: 'me' }],
    ['/users/7', { served: 'id', path: { userId: 7 } }],
    ['/users/a%40b.c', { served: 'email', path: { email: 'a@b.c' } }],
    ['/users/7/', { served: 'id', path: { userId: 7 } }],
    ['//users//7', { served: 'id', path: { userId: 7 } }],
    ['/users/2147483648', { served: 'id', path: { userId: 2_147_483_648 } }],
    ['/users/99999999999999999999', { served: 'id', path: { userId: Number.MAX_SAFE_INTEGER } }],
  ])('GET %s', async (path, expected) => {
    expect((await request('GET', path)).body).toMatchObject(expected);
  });

  it('have a doubled slash for one, also before the prefix', async () => {
    const answer = await raw(
      `GET //api//v1///users/me?x=1 HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization()}\r\nConnection: close\r\n\r\n`,
    );

    expect(jsonOf(answer)).toMatchObject({ served: 'me', ignored_parameters_unsupported: ['x'] });
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
    const answer = await raw('GET /api/v1/users/%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');

    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(jsonOf(answer)).toMatchObject({ result: 'error', msg: 'Malformed path' });
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
  ])('%s %s is 405 with what is allowed', async (method, path, allowed) => {
    const { status, body, headers } = await gateway.request(method, path);

    expect(status).toBe(405);
    expect(body).toEqual({ result: 'error', msg: 'Method Not Allowed', allowed_methods: allowed });
    expect(headers.get('allow')).toBe(allowed.join(', '));
  });

  it('HEAD is GET without a body', async () => {
    const { status, text, headers } = await request('HEAD', '/users/me');

    expect([status, text]).toEqual([200, '']);
    expect(Number(headers.get('content-length'))).toBeGreaterThan(10);
  });

  it('OPTIONS tells the methods', async () => {
    const { status, headers } = await gateway.request('OPTIONS', '/messages');

    expect([status, headers.get('allow')]).toEqual([204, 'GET, HEAD, POST']);
    expect((await gateway.request('OPTIONS', '/nothing')).status).toBe(404);
  });
});

const CHUNKED = 'POST /api/v1/messages HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';

describe('requests that are none', () => {
  it.each([
    ['nonsense', 'NONSENSE\r\n\r\n', 400],
    ['a header without colon', 'GET /api/v1/users/me HTTP/1.1\r\nHost: a\r\nBroken\r\n\r\n', 400],
    ['headers without end', `GET /api/v1/users/me HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['a body shorter than its chunk says', `${CHUNKED}zz\r\nabc\r\n0\r\n\r\n`, 400],
    [
      'two lengths',
      'POST /api/v1/messages HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
    ],
  ])('%s is answered in JSON', async (_, text, status) => {
    const answer = await raw(text);

    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(jsonOf(answer)).toMatchObject({ result: 'error', code: 'BAD_REQUEST', msg: expect.any(String) });
  });

  it.each([
    ['no host', 'GET /api/v1/users/me HTTP/1.1\r\n'],
    ['an unknown expectation', 'GET /api/v1/users/me HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\n'],
  ])('%s is no hindrance', async (_, head) => {
    expect(jsonOf(await raw(`${head}Authorization: ${authorization()}\r\n\r\n`))).toMatchObject({ served: 'me' });
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

    const answer = await gateway.request('PATCH', '/users/1', { as });

    expect([answer.status, answer.body['msg']]).toEqual([status, msg]);
  });

  it('let a bot for incoming webhooks send messages, and nothing else', async () => {
    const as = gateway.users.add({ isBot: true, isIncomingWebhook: true });
    const refusal = { code: 'BAD_REQUEST', msg: 'This API is not available to incoming webhook bots.' };

    // Once as somebody who is not known yet, once as somebody who is.
    for (const _ of ['at first', 'later']) {
      expect(await gateway.request('GET', '/users/me', { as })).toMatchObject({ status: 400, body: refusal });
      expect((await gateway.request('PATCH', '/users/1', { as })).body).toMatchObject(refusal);
      const sent = await gateway.request('POST', '/messages', { as, form: { type: 'direct', content: 'x' } });
      expect([sent.status, sent.body['msg']]).toEqual([200, '']);
    }
  });
});

describe('the description of the API', () => {
  it('is found at its address only when its module is there', async () => {
    expect((await gateway.request('GET', '/openapi.json')).status).toBe(404);
  });
});

const authorization = () => `Basic ${Buffer.from(`${user.email}:${user.apiKey}`).toString('base64')}`;
