import {
  ApiError,
  authenticationFailed,
  methodNotAllowed,
  rateLimitHit,
  unauthorized,
  userDeactivated,
} from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { apiErrorFor, bodyOf, headersOf } from './api-error.filter.js';

const frameworkError = (statusCode: number, code: string) =>
  Object.assign(new Error('inner words'), { statusCode, code });

describe('apiErrorFor', () => {
  it.each([
    [413, 'FST_ERR_CTP_BODY_TOO_LARGE', 413, 'Request body too large (limit: 10 bytes)'],
    [415, 'FST_ERR_CTP_INVALID_MEDIA_TYPE', 400, 'Malformed content type'],
    [400, 'FST_ERR_BAD_URL', 400, 'Malformed path'],
    [400, 'FST_ERR_SOMETHING_NEW', 400, 'Malformed request'],
  ])(
    'returns an ApiError for status %d (%s), without the text of the framework',
    (statusCode, code, status, message) => {
      expect(apiErrorFor(frameworkError(statusCode, code), 10)).toMatchObject({ status, message, code: 'BAD_REQUEST' });
    },
  );

  it('returns a 503 with retry-after if Redis refuses the command for now', () => {
    const error = apiErrorFor(new Error('NOREPLICAS Not enough good replicas to write.'), 10) as ApiError;

    expect([error.status, headersOf(error)]).toEqual([503, { 'retry-after': '1' }]);
  });

  it.each([new Error('x'), frameworkError(500, 'FST_X'), 'text', undefined, null, new SyntaxError('x')])(
    'returns undefined for the internal error %p',
    (error) => {
      expect(apiErrorFor(error, 10)).toBeUndefined();
    },
  );
});

describe('an error response', () => {
  it.each([
    [unauthorized('x'), { 'www-authenticate': 'Basic realm="api"' }],
    [authenticationFailed(), {}],
    [userDeactivated(), {}],
    [methodNotAllowed(['GET', 'HEAD']), { allow: 'GET, HEAD' }],
    [rateLimitHit(1.2), { 'retry-after': '2' }],
    [new ApiError('BAD_REQUEST', 'x'), {}],
  ])('has the headers of its error: %#', (refusal, headers) => {
    expect(headersOf(refusal)).toEqual(headers);
  });

  it('has no code if the error has none, and its fields cannot replace the envelope', () => {
    const refusal = new ApiError(null, 'no', 400, { result: 'success', draft_id: 1 });

    expect(JSON.parse(bodyOf(refusal))).toEqual({ result: 'error', msg: 'no', draft_id: 1 });
  });
});
