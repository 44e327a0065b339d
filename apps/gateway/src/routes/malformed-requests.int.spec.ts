import { afterAll, describe, expect, it } from '@jest/globals';
import { CHUNKED, jsonOf, startSampleGateway } from '../testing/sample-gateway.js';

const { gateway, authorization, raw } = await startSampleGateway();
afterAll(() => gateway.close());

describe('malformed requests', () => {
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
  ])('%s gets a JSON error', async (_, text, status) => {
    const response = await raw(text);

    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(jsonOf(response)).toMatchObject({ result: 'error', code: 'BAD_REQUEST', msg: expect.any(String) });
  });

  it.each([
    ['no host', 'GET /api/v1/users/me HTTP/1.1\r\n'],
    ['an unknown expectation', 'GET /api/v1/users/me HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\n'],
  ])('%s is served', async (_, head) => {
    expect(jsonOf(await raw(`${head}Authorization: ${authorization}\r\n\r\n`))).toMatchObject({ served: 'me' });
  });
});
