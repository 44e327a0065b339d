import { crc32 } from 'node:zlib';
import { exifWith, orientationIn, UPRIGHT } from './orientation.js';
import type { PictureBytes } from './picture-bytes.js';
import { Pieces } from './pieces.js';

const SIGNATURE_BYTES = 8;
/** Length and type. */
const HEAD_BYTES = 8;
const CRC_BYTES = 4;
/** The orientation stands at the beginning of Exif data. */
const MAX_EXIF_BYTES = 65_536;

/** Pixels, colours and animation. Other chunks hold texts, times, Exif data and secrets of programs. */
const KEPT: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD hIST pHYs acTL fcTL fdAT'.split(' '),
);

/** Everything after the end of the picture goes, too. A file that ends early keeps its beginning. */
export async function withoutPngMetadata(bytes: PictureBytes): Promise<Pieces> {
  const pieces = new Pieces();
  pieces.keep(0, SIGNATURE_BYTES);
  let hasExif = false;
  for (let offset = SIGNATURE_BYTES; offset + HEAD_BYTES <= bytes.size; ) {
    const head = await bytes.read(offset, HEAD_BYTES);
    const length = head.readUInt32BE(0);
    const type = head.toString('latin1', 4, 8);
    const end = offset + HEAD_BYTES + length + CRC_BYTES;
    if (KEPT.has(type)) pieces.keep(offset, Math.min(end, bytes.size));
    if (type === 'eXIf' && !hasExif) {
      hasExif = true;
      await keepOrientation(bytes, offset, end, pieces);
    }
    if (type === 'IEND') break;
    offset = end;
  }
  return pieces;
}

async function keepOrientation(bytes: PictureBytes, from: number, end: number, pieces: Pieces): Promise<void> {
  const length = Math.min(end - from - HEAD_BYTES - CRC_BYTES, MAX_EXIF_BYTES);
  const orientation = orientationIn(await bytes.read(from + HEAD_BYTES, length));
  if (orientation === UPRIGHT) return;
  const chunk = chunkOf('eXIf', exifWith(orientation));
  pieces.replace(from, await bytes.read(from, Math.min(end - from, MAX_EXIF_BYTES)), chunk);
}

function chunkOf(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(HEAD_BYTES + data.length + CRC_BYTES);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, HEAD_BYTES);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -CRC_BYTES)), chunk.length - CRC_BYTES);
  return chunk;
}
