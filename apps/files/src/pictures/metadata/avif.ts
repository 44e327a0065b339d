import { type Extent, removeItems } from './avif-items.js';
import { BOX_HEAD_BYTES, type Box, boxesIn, boxIn, freeBox } from './boxes.js';
import { KeptRanges } from './kept-ranges.js';
import type { PictureBytes } from './picture-bytes.js';
import { type Pieces, UnknownStructure } from './pieces.js';

/** Descriptions are read whole. */
const MAX_DESCRIPTION_BYTES = 4 * 1024 * 1024;
const MAX_BOXES = 1_000;
/** Boxes of a film in the file that contain boxes, from the outermost to the innermost. */
const FILM_CONTAINERS: readonly string[] = ['trak', 'mdia', 'minf'];
const DROPPED_IN_FILMS: readonly string[] = ['udta', 'meta', 'uuid'];

/**
 * Exif data, XMP, previews, texts and the boxes of programs become free space or zeros, so that all other bytes stay at their places.
 * Throws {@link UnknownStructure} for a file that ends early.
 */
export async function withoutAvifMetadata(bytes: PictureBytes): Promise<Pieces> {
  const boxes = await boxesOf(bytes);
  const description = boxes.find(({ type }) => type === 'meta');
  if (description === undefined) throw new UnknownStructure('No description.');
  const meta = await contentOf(bytes, description);
  const items = removeItems(meta);
  const isFilm = boxes.some(({ type }) => type === 'moov');
  const ranges = new KeptRanges(bytes.size);
  for (const box of boxes) {
    if (box === description) ranges.replace(box.from, meta);
    else if (box.type === 'moov') ranges.replace(box.from, withoutFilmTexts(await contentOf(bytes, box)));
    else if (box.type === 'ftyp') ranges.keep(box.from, box.to - box.from);
    else if (box.type === 'mdat') keepData(box, isFilm ? outside(box, items.removed) : items.kept, ranges);
    else ranges.replace(box.from, freeHead(await bytes.read(box.from, box.content - box.from)));
  }
  return ranges.toPiecesOfSameSize();
}

async function boxesOf(bytes: PictureBytes): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let from = 0; from < bytes.size; ) {
    const box = boxIn(await bytes.read(from, 16), from, bytes.size);
    if (boxes.push(box) > MAX_BOXES) throw new UnknownStructure('Too many boxes.');
    from = box.to;
  }
  return boxes;
}

async function contentOf(bytes: PictureBytes, { from, content, to }: Box): Promise<Buffer> {
  if (to - from > MAX_DESCRIPTION_BYTES || content - from !== BOX_HEAD_BYTES) {
    throw new UnknownStructure('A description of an unusual length.');
  }
  return Buffer.from(await bytes.read(from, to - from));
}

function withoutFilmTexts(film: Buffer): Buffer {
  let boxes = boxesIn(film, BOX_HEAD_BYTES, film.length);
  for (const container of FILM_CONTAINERS) {
    for (const box of boxes) if (DROPPED_IN_FILMS.includes(box.type)) freeBox(film, box);
    boxes = boxes.filter(({ type }) => type === container).flatMap(({ content, to }) => boxesIn(film, content, to));
  }
  return film;
}

/** Keeps the head of the box, and the parts of its content that are in the extents. */
function keepData({ from, content, to }: Box, extents: readonly Extent[], ranges: KeptRanges): void {
  ranges.keep(from, content - from);
  for (const extent of extents) {
    const start = Math.max(extent.from, content);
    ranges.keep(start, Math.min(extent.from + extent.length, to) - start);
  }
}

/** The content of a box without the extents. */
function outside({ content, to }: Box, extents: readonly Extent[]): Extent[] {
  const gaps: Extent[] = [];
  let from = content;
  for (const extent of [...extents].sort((a, b) => a.from - b.from)) {
    gaps.push({ from, length: extent.from - from });
    from = Math.max(from, extent.from + extent.length);
  }
  return [...gaps, { from, length: to - from }].filter(({ length }) => length > 0);
}

function freeHead(head: Buffer): Buffer {
  const free = Buffer.from(head);
  free.write('free', 4, 'latin1');
  return free;
}
