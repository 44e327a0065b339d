import { exifWith, orientationIn, UPRIGHT } from './orientation.js';
import type { PictureBytes } from './picture-bytes.js';
import { Pieces } from './pieces.js';

const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
/** Between two markers: the marker itself, and the length. */
const MARKER_BYTES = 2;
const LENGTH_BYTES = 2;
const JFIF = 'JFIF\0';
const JFIF_BYTES = 14;
const ADOBE = 'Adobe';
const ADOBE_BYTES = 12;
const EXIF = 'Exif\0\0';
const COLOUR_PROFILE = 'ICC_PROFILE\0';

interface Segment {
  readonly code: number;
  /** Start of the marker. */
  readonly from: number;
  readonly to: number;
  /** Without marker and length. */
  readonly payload: Buffer;
}

/**
 * Keeps the picture, its JFIF header, colour profile and orientation. Comments, all other application segments, embedded thumbnails and
 * everything after the end of the picture go. A file that ends early keeps its beginning.
 */
export async function withoutJpegMetadata(bytes: PictureBytes): Promise<Pieces> {
  const pieces = new Pieces();
  pieces.keep(0, MARKER_BYTES);
  let offset = MARKER_BYTES;
  let hasExif = false;
  for (;;) {
    const from = await nextMarker(bytes, offset, isMarker);
    const segment = await segmentAt(bytes, from);
    if (segment === undefined) return pieces;
    if (segment.code === END_OF_IMAGE) {
      pieces.keep(from, segment.to);
      return pieces;
    }
    keepSegment(pieces, segment, hasExif);
    hasExif ||= isExif(segment);
    offset = segment.to;
    if (segment.code === START_OF_SCAN) {
      offset = await nextMarker(bytes, segment.to, (code) => isMarker(code) && !isRestart(code));
      pieces.keep(segment.to, offset);
    }
  }
}

const isMarker = (code: number): boolean => code !== 0;
const isRestart = (code: number): boolean => code >= 0xd0 && code <= 0xd7;
/** Markers without a length and a payload. */
const isAlone = (code: number): boolean => isRestart(code) || code === 0x01 || code === 0xd8 || code === END_OF_IMAGE;

/** Where the next marker with a wanted code begins; the size of the file if there is none. Skips fill bytes and garbage, as decoders do. */
async function nextMarker(bytes: PictureBytes, offset: number, isWanted: (code: number) => boolean): Promise<number> {
  for (let start = offset; start + 1 < bytes.size; ) {
    const window = await bytes.readSome(start, MARKER_BYTES);
    const at = window.indexOf(0xff);
    if (at < 0) {
      start += window.length;
      continue;
    }
    const found = wantedIn(window, at, isWanted);
    if (found.isWanted) return start + found.at;
    start += found.at;
  }
  return bytes.size;
}

/** The first wanted marker in the window; else the end of the search, which is the last byte if that may begin a marker. */
function wantedIn(window: Buffer, first: number, isWanted: (code: number) => boolean) {
  let at = first;
  while (at >= 0 && at + 1 < window.length) {
    const code = window[at + 1]!;
    if (code === 0xff) at++;
    else if (isWanted(code)) return { isWanted: true, at };
    else at = window.indexOf(0xff, at + 2);
  }
  return { isWanted: false, at: at < 0 ? window.length : at };
}

/** Undefined if the file ends, or the length is impossible. */
async function segmentAt(bytes: PictureBytes, from: number): Promise<Segment | undefined> {
  const head = await bytes.read(from, MARKER_BYTES + LENGTH_BYTES);
  if (head.length < MARKER_BYTES) return undefined;
  const code = head[1]!;
  const start = from + MARKER_BYTES;
  if (isAlone(code)) return { code, from, to: start, payload: Buffer.alloc(0) };
  if (head.length < MARKER_BYTES + LENGTH_BYTES) return undefined;
  const length = head.readUInt16BE(MARKER_BYTES);
  if (length < LENGTH_BYTES) return undefined;
  const to = Math.min(start + length, bytes.size);
  const payload = await bytes.read(start + LENGTH_BYTES, length - LENGTH_BYTES);
  return { code, from, to, payload };
}

function keepSegment(pieces: Pieces, segment: Segment, hasExif: boolean): void {
  const { code, from, to, payload } = segment;
  if (isOfPicture(code) || (code === APP2 && begins(payload, COLOUR_PROFILE))) pieces.keep(from, to);
  else if (code === APP0 && begins(payload, JFIF) && payload.length >= JFIF_BYTES)
    replacePayload(pieces, segment, jfif(payload));
  else if (code === APP14 && begins(payload, ADOBE)) replacePayload(pieces, segment, payload.subarray(0, ADOBE_BYTES));
  else if (isExif(segment) && !hasExif) {
    const orientation = orientationIn(payload.subarray(EXIF.length));
    if (orientation === UPRIGHT) return;
    replacePayload(pieces, segment, Buffer.concat([Buffer.from(EXIF, 'latin1'), exifWith(orientation)]));
  }
}

const isExif = ({ code, payload }: Segment): boolean => code === APP1 && begins(payload, EXIF);

/** Frames, tables, scans and restart intervals; not application segments, comments and reserved codes. */
const isOfPicture = (code: number): boolean => code >= 0xc0 && code <= 0xdf && !isAlone(code);

const begins = (payload: Buffer, text: string): boolean => payload.toString('latin1', 0, text.length) === text;

/** The header without its thumbnail. */
function jfif(payload: Buffer): Buffer {
  const header = Buffer.from(payload.subarray(0, JFIF_BYTES));
  header.fill(0, JFIF_BYTES - 2);
  return header;
}

function replacePayload(pieces: Pieces, { from, code, to, payload }: Segment, changed: Buffer): void {
  if (payload.equals(changed)) {
    pieces.keep(from, to);
    return;
  }
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(changed.length + LENGTH_BYTES, MARKER_BYTES);
  pieces.put(Buffer.concat([head, changed]));
}
