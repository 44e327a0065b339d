import { randomBytes } from 'node:crypto';

const BYTES = 16;
/** Ids whose bytes are drawn at once. */
const DRAWN = 256;

let drawn = Buffer.alloc(0);
let at = 0;

/** A new id for a request: 32 hexadecimal digits. A `randomUUID` is fifteen strings in memory as long as nobody reads it; polls wait by the thousand. */
export function newRequestId(): string {
  if (at === drawn.length) {
    drawn = randomBytes(BYTES * DRAWN);
    at = 0;
  }
  at += BYTES;
  return drawn.toString('hex', at - BYTES, at);
}
