import { exifWith, orientationIn, UPRIGHT } from './orientation.js';
import type { PictureBytes } from './picture-bytes.js';
import { MAX_PARTS, Pieces, UnknownStructure } from './pieces.js';

/** `RIFF`, the size of the rest, `WEBP`. */
const FILE_HEAD_BYTES = 12;
/** Type and length. */
const HEAD_BYTES = 8;
const MAX_EXIF_BYTES = 65_536;
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;
const FEATURES_BYTES = 10;
/** Place, size and duration of a frame, before its own chunks. */
const FRAME_HEAD_BYTES = 16;

const OF_PICTURE: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ALPH']);
const OF_FILE: ReadonlySet<string> = new Set([...OF_PICTURE, 'ANIM', 'ICCP']);

interface Chunk {
  readonly type: string;
  readonly from: number;
  /** Length of the data, which begin after the head. */
  readonly length: number;
  /** With the padding; not beyond the file. */
  readonly to: number;
}

/** Everything after the end of the picture goes, too. A file that ends early keeps its beginning. */
export async function withoutWebpMetadata(bytes: PictureBytes): Promise<Pieces> {
  const head = await bytes.read(0, FILE_HEAD_BYTES);
  if (head.length < FILE_HEAD_BYTES) throw new UnknownStructure('No chunks.');
  const end = Math.min(head.readUInt32LE(4) + 8, bytes.size);
  const chunks = await chunksIn(bytes, FILE_HEAD_BYTES, end);
  const exif = chunks.find(({ type }) => type === 'EXIF');
  const orientation = exif ? orientationIn(await exifOf(bytes, exif)) : UPRIGHT;
  const body = new Pieces();
  for (const chunk of chunks) {
    if (chunk.type === 'VP8X') await keepFeatures(bytes, chunk, orientation !== UPRIGHT, body);
    else if (chunk.type === 'ANMF') await keepFrame(bytes, chunk, body);
    else if (chunk === exif && orientation !== UPRIGHT) {
      const old = await bytes.read(chunk.from, Math.min(chunk.to - chunk.from, MAX_EXIF_BYTES));
      body.replace(chunk.from, old, chunkOf('EXIF', exifWith(orientation)));
    } else if (OF_FILE.has(chunk.type)) body.keep(chunk.from, chunk.to);
  }
  const newHead = Buffer.from(head);
  // A file that was cut off still says so.
  newHead.writeUInt32LE(body.size + 4 + Math.max(0, head.readUInt32LE(4) + 8 - bytes.size), 4);
  const pieces = new Pieces();
  pieces.replace(0, head, newHead);
  pieces.append(body);
  return pieces;
}

async function chunksIn(bytes: PictureBytes, start: number, end: number): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for (let from = start; from + HEAD_BYTES <= end; ) {
    const head = await bytes.read(from, HEAD_BYTES);
    const length = head.readUInt32LE(4);
    const to = Math.min(from + HEAD_BYTES + length + (length % 2), end);
    if (chunks.push({ type: head.toString('latin1', 0, 4), from, length, to }) > MAX_PARTS) {
      throw new UnknownStructure('Too many chunks.');
    }
    from = to;
  }
  return chunks;
}

/** The Exif data. Some programs put the prefix of JPEG before them. */
async function exifOf(bytes: PictureBytes, { from, length }: Chunk): Promise<Buffer> {
  const exif = await bytes.read(from + HEAD_BYTES, Math.min(length, MAX_EXIF_BYTES));
  return exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
}

/** The chunk that announces the others. */
async function keepFeatures(bytes: PictureBytes, { from, to }: Chunk, hasExif: boolean, pieces: Pieces): Promise<void> {
  const old = await bytes.read(from, Math.min(to - from, HEAD_BYTES + FEATURES_BYTES));
  const changed = Buffer.from(old);
  if (changed.length > HEAD_BYTES) {
    changed[HEAD_BYTES] = (changed[HEAD_BYTES]! & ~(HAS_EXIF | HAS_XMP)) | (hasExif ? HAS_EXIF : 0);
  }
  if (changed.length === HEAD_BYTES + FEATURES_BYTES) changed.writeUInt32LE(FEATURES_BYTES, 4);
  pieces.replace(from, old, changed);
}

async function keepFrame(bytes: PictureBytes, { from, to }: Chunk, pieces: Pieces): Promise<void> {
  const headEnd = Math.min(from + HEAD_BYTES + FRAME_HEAD_BYTES, to);
  const chunks = await chunksIn(bytes, headEnd, to);
  const kept = chunks.filter(({ type }) => OF_PICTURE.has(type));
  // Frames of a file that was cut off are kept as they are.
  if (kept.length === chunks.length) {
    pieces.keep(from, to);
    return;
  }
  const size = kept.reduce((sum, chunk) => sum + chunk.to - chunk.from, FRAME_HEAD_BYTES);
  const old = await bytes.read(from, headEnd - from);
  const head = Buffer.from(old);
  head.writeUInt32LE(size, 4);
  pieces.put(head);
  for (const chunk of kept) pieces.keep(chunk.from, chunk.to);
}

function chunkOf(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(HEAD_BYTES + data.length + (data.length % 2));
  chunk.write(type, 'latin1');
  chunk.writeUInt32LE(data.length, 4);
  data.copy(chunk, HEAD_BYTES);
  return chunk;
}
