import { expect, it } from '@jest/globals';
import { setting } from './index.js';

it('the example in the README reads defaults of their types', () => {
  delete process.env['MAX_CONNECTIONS'];
  delete process.env['CORS_ORIGINS'];

  const maxConnections: number = setting('MAX_CONNECTIONS');
  const corsOrigins: readonly string[] = setting('CORS_ORIGINS');

  expect(maxConnections).toBe(60_000);
  expect(corsOrigins).toEqual(expect.any(Array));
});
