import type { PictureBytes } from './picture-bytes.js';
import { MAX_PARTS, Pieces, UnknownStructure } from './pieces.js';

const SCREEN_BYTES = 13;
const IMAGE_HEAD_BYTES = 10;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const COMMENT = 0xfe;
const APPLICATION = 0xff;
const APPLICATION_NAME_BYTES = 11;
/** Repetition of the animation, and the colour profile. */
const KEPT_APPLICATIONS: readonly string[] = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'];

/** Comments, data of programs and everything after the end of the picture go. A file that ends early keeps its beginning. */
export async function withoutGifMetadata(bytes: PictureBytes): Promise<Pieces> {
  const pieces = new Pieces();
  const screen = await bytes.read(0, SCREEN_BYTES);
  if (screen.length < SCREEN_BYTES) throw new UnknownStructure('No screen.');
  let offset = SCREEN_BYTES + colourTableBytes(screen[10]!);
  pieces.keep(0, Math.min(offset, bytes.size));
  for (let count = 0; offset < bytes.size; count++) {
    if (count > MAX_PARTS) throw new UnknownStructure('Too many blocks.');
    const head = await bytes.read(offset, 3 + APPLICATION_NAME_BYTES);
    if (head[0] !== IMAGE && head[0] !== EXTENSION) {
      // Decoders stop at anything else, too.
      if (head[0] === TRAILER) pieces.keep(offset, offset + 1);
      break;
    }
    const data = head[0] === IMAGE ? await imageData(bytes, offset) : offset + 2;
    const end = await endOfBlocks(bytes, data);
    if (isKept(head)) pieces.keep(offset, end);
    offset = end;
  }
  return pieces;
}

const colourTableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

function isKept(head: Buffer): boolean {
  if (head[0] === IMAGE) return true;
  if (head[1] === APPLICATION) return KEPT_APPLICATIONS.includes(head.toString('latin1', 3));
  return head[1] !== COMMENT;
}

/** Where the blocks of data of the image begin. */
async function imageData(bytes: PictureBytes, offset: number): Promise<number> {
  const head = await bytes.read(offset, IMAGE_HEAD_BYTES);
  return offset + IMAGE_HEAD_BYTES + colourTableBytes(head[IMAGE_HEAD_BYTES - 1] ?? 0) + 1;
}

/** Each block begins with its length; an empty one is the last. */
async function endOfBlocks(bytes: PictureBytes, start: number): Promise<number> {
  let offset = start;
  while (offset < bytes.size) {
    const window = await bytes.readSome(offset, 1);
    let at = 0;
    for (let length = window[at]; length !== undefined; length = window[at]) {
      at += 1 + length;
      if (length === 0) return offset + at;
    }
    offset += at;
  }
  return bytes.size;
}
