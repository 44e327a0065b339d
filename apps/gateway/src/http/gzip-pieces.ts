import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import type { TextPiece } from './handler-result.js';

const deflate = promisify(deflateRaw);

/** Each part of the stream is complete: it refers to no other part, and the next one may follow at a byte. */
const AS_PART = { level: 6, finishFlush: constants.Z_SYNC_FLUSH };
/** Shorter pieces are compressed together with their neighbours. */
const MIN_PART_BYTES = 4 * 1024;

const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty part that ends the stream. */
const LAST_PART = Buffer.from([0x03, 0x00]);

/** Compressed parts of pieces that many responses share. They live as long as the pieces. */
const shared = new WeakMap<Buffer, Promise<Buffer>>();

/**
 * The pieces as one gzip stream. A large buffer is compressed once for all responses that contain it. The parts do not refer
 * to each other, so the text of one never shows in the length of another.
 */
export async function gzipPieces(pieces: readonly TextPiece[]): Promise<Buffer> {
  let [checksum, length] = [0, 0];
  const parts: Promise<Buffer>[] = [];
  let run: Buffer[] = [];
  const endRun = () => {
    if (run.length > 0) parts.push(deflate(Buffer.concat(run), AS_PART));
    run = [];
  };
  for (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    checksum = crc32(bytes, checksum);
    length += bytes.length;
    if (typeof piece === 'string' || bytes.length < MIN_PART_BYTES) run.push(bytes);
    else {
      endRun();
      parts.push(sharedPart(bytes));
    }
  }
  endRun();
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(checksum, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  return Buffer.concat([HEADER, ...(await Promise.all(parts)), LAST_PART, trailer]);
}

function sharedPart(bytes: Buffer): Promise<Buffer> {
  const known = shared.get(bytes);
  if (known !== undefined) return known;
  const part = deflate(bytes, AS_PART);
  shared.set(bytes, part);
  part.catch(() => shared.delete(bytes));
  return part;
}
