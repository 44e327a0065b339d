import { afterAll, describe, expect, it } from '@jest/globals';
import { startSampleGateway } from '../testing/sample-gateway.js';

const { gateway, user, request } = await startSampleGateway();
afterAll(() => gateway.close());

describe('the envelope', () => {
  it('is 200 with result and an empty msg on success, for POST too', async () => {
    const { status, body } = await request('POST', '/messages', { form: { type: 'stream', content: 'hi' } });

    expect(status).toBe(200);
    expect(body).toMatchObject({ result: 'success', msg: '', id: 1, userId: user.userId });
    expect(body).not.toHaveProperty('ignored_parameters_unsupported');
  });

  it('has code and msg of an error', async () => {
    const { status, body } = await request('POST', '/fail', { form: { how: 'refusal' } });

    expect([status, body]).toEqual([400, { result: 'error', msg: 'No.', code: 'BAD_REQUEST' }]);
  });

  it('has no details of an internal error', async () => {
    const { status, body, text, headers } = await request('POST', '/fail', { form: { how: 'fault' } });

    expect([status, body]).toEqual([500, { result: 'error', msg: 'Internal server error', code: 'INTERNAL_ERROR' }]);
    expect(text + JSON.stringify([...headers])).not.toMatch(/secret|at .*:\d+:\d+|fastify|express|node/i);
  });

  it('contains the text of a reply; the service gets the context', async () => {
    const { body } = await request('POST', '/fail', { form: { how: 'service' } });

    expect(body).toMatchObject({
      result: 'success',
      echoed: 'service',
      context: { realmId: 1, asOf: expect.any(String) },
    });
  });

  it('is 503 with retry-after if a service does not reply in time', async () => {
    const { status, body, headers } = await request('POST', '/fail', { form: { how: 'slow service' } });

    expect(status).toBe(503);
    expect(body).toMatchObject({ result: 'error', code: 'SERVICE_UNAVAILABLE', 'retry-after': 1 });
    expect(headers.get('retry-after')).toBe('1');
  });

  it('shows partial success, and is left out for files', async () => {
    expect((await request('POST', '/fail', { form: { how: 'partially' } })).body).toEqual({
      result: 'partially_completed',
      msg: '',
      code: 'REQUEST_TIMEOUT',
    });
    const { text, headers } = await request('POST', '/fail', { form: { how: 'raw' } });
    expect([text, headers.get('content-type'), headers.get('x-own')]).toEqual(['plain', 'text/plain', '1']);
  });

  it('has a request id and security headers', async () => {
    const [first, second] = await Promise.all([request('GET', '/users/me'), request('GET', '/users/me')]);

    expect(first.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
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
  ] as const)('forbids scripts and frames, with %s too', async (status, method, path, options) => {
    const { headers, status: received } = await request(method, path, { ...options });

    expect(`${received}`).toBe(status);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    for (const name of ['set-cookie', 'server', 'x-powered-by'])
      expect([name, headers.get(name)]).toEqual([name, null]);
    for (const [name] of headers) expect(name).not.toMatch(/^access-control-/);
  });
});
