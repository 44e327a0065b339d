import { expect, it } from '@jest/globals';
import { newRequestId } from './request-context.js';

it('request ids are unique and have 32 hexadecimal digits', () => {
  const ids = Array.from({ length: 10_000 }, newRequestId);

  expect(new Set(ids).size).toBe(10_000);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
});
