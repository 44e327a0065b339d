import { expect, it } from '@jest/globals';
import { newRequestId } from './request-id.js';

it('gives every request another id, however many are drawn at once', () => {
  const ids = Array.from({ length: 10_000 }, newRequestId);

  expect(new Set(ids).size).toBe(10_000);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
});
