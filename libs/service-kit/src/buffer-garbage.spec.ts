import { expect, it } from '@jest/globals';
import { passedBuffer } from './buffer-garbage.js';

const MIB = 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
const CHUNKS = 8_000;
/** Buffers that wait at the same time in the streams of 16 transfers. */
const IN_FLIGHT = 80;

it.each([0, IN_FLIGHT])('buffers of transfers leave little garbage if %d of them are in flight', async (inFlight) => {
  const before = process.memoryUsage().arrayBuffers;
  const waiting: Buffer[] = [];
  let most = 0;
  for (let sent = 0; sent < CHUNKS; sent++) {
    waiting.push(Buffer.allocUnsafeSlow(CHUNK_BYTES));
    if (waiting.length > inFlight) passedBuffer(waiting.shift() as Buffer);
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    if (sent % IN_FLIGHT === 0) await new Promise(setImmediate);
  }

  expect(most / MIB).toBeLessThan(24);
});
