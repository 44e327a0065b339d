import { expect, it } from '@jest/globals';
import { passedBuffer } from './buffer-garbage.js';

const MIB = 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
const CHUNKS = 4_000;

it('buffers of a transfer leave little garbage', () => {
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  for (let sent = 0; sent < CHUNKS; sent++) {
    passedBuffer(Buffer.allocUnsafeSlow(CHUNK_BYTES));
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }

  expect(most / MIB).toBeLessThan(16);
});
