import { describe, expect, it } from '@jest/globals';
import { describeError, withoutSecrets } from './logger.js';

describe('a logged error', () => {
  it('has message, code and cause', () => {
    const cause = new Error('connection refused');
    const error = Object.assign(new Error('cannot send', { cause }), { code: 'EPIPE' });

    expect(describeError(error)).toMatchObject({
      type: 'Error',
      message: 'cannot send',
      code: 'EPIPE',
      cause: { message: 'connection refused' },
    });
  });

  it('has neither its statement nor parameters', () => {
    const driverError = Object.assign(new Error('timeout'), { code: '57014', detail: 'Key (email)=(ana@example.org)' });
    const error = Object.assign(new Error('timeout'), {
      driverError,
      query: 'INSERT INTO messages VALUES ($1)',
      parameters: ['what Ana wrote'],
    });

    const said = JSON.stringify(describeError(error));

    expect(said).toContain('57014');
    expect(said).not.toMatch(/Ana|INSERT|example/);
  });

  it('may be no Error', () => {
    expect(describeError('oops')).toEqual({ type: 'string' });
  });
});

describe('the fields of a line', () => {
  it('are redacted if they are secret, also one level below', () => {
    const told = withoutSecrets({ requestId: 'r', password: 'p', body: { content: 'c', id: 1 }, error: null });

    expect(told).toEqual({
      requestId: 'r',
      password: '[Redacted]',
      body: { content: '[Redacted]', id: 1 },
      error: null,
    });
  });

  it('are unchanged otherwise', () => {
    const line = { requestId: 'r', body: { id: 1 }, err: new Error('content') };

    expect(withoutSecrets(line)).toBe(line);
  });
});
