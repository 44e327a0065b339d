import { describe, expect, it } from '@jest/globals';
import { describeError } from './logger.js';

describe('what a log says of an error', () => {
  it('is its message, code and cause', () => {
    const cause = new Error('connection refused');
    const error = Object.assign(new Error('cannot send', { cause }), { code: 'EPIPE' });

    expect(describeError(error)).toMatchObject({
      type: 'Error',
      message: 'cannot send',
      code: 'EPIPE',
      cause: { message: 'connection refused' },
    });
  });

  it('is never the statement or what was in it', () => {
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

  it('survives what is no error', () => {
    expect(describeError('oops')).toEqual({ type: 'string' });
  });
});
