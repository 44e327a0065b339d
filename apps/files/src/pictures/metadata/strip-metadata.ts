import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { PictureFormat } from '../decoder/decoder-messages.js';
import { withoutAvifMetadata } from './avif.js';
import { withoutGifMetadata } from './gif.js';
import { withoutJpegMetadata } from './jpeg.js';
import { PictureBytes } from './picture-bytes.js';
import type { Piece, Pieces } from './pieces.js';
import { withoutPngMetadata } from './png.js';
import { withoutTiffMetadata } from './tiff.js';
import { withoutWebpMetadata } from './webp.js';

const STRIPPERS: Readonly<Record<PictureFormat, (bytes: PictureBytes) => Promise<Pieces>>> = {
  png: withoutPngMetadata,
  jpeg: withoutJpegMetadata,
  gif: withoutGifMetadata,
  webp: withoutWebpMetadata,
  avif: withoutAvifMetadata,
  tiff: withoutTiffMetadata,
};

/**
 * Describes the picture without its metadata. Undefined if it has none. Reads the file in parts and never decodes a pixel. Throws
 * `UnknownStructure` if the metadata cannot be found, and `RawPhoto` for a file that only looks like TIFF.
 */
export function withoutMetadata(path: string, format: PictureFormat): Promise<Pieces | undefined> {
  return PictureBytes.use(path, async (bytes) => {
    const pieces = await STRIPPERS[format](bytes);
    return pieces.isWhole(bytes.size) ? undefined : pieces;
  });
}

/** The bytes of a picture that {@link withoutMetadata} described. */
export const bytesOf = (path: string, pieces: Pieces): Readable =>
  Readable.from(chunks(path, pieces.list), { objectMode: false });

const ZEROS = Buffer.alloc(64 * 1024);

async function* chunks(path: string, pieces: readonly Piece[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if ('bytes' in piece) yield piece.bytes;
    else if ('to' in piece) yield* createReadStream(path, { start: piece.from, end: piece.to - 1 });
    else for (let left = piece.zeros; left > 0; left -= ZEROS.length) yield ZEROS.subarray(0, left);
  }
}
