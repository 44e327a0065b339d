import { type Box, boxesIn, freeBox } from './boxes.js';
import { UnknownStructure } from './pieces.js';

/** Coded pictures and pictures that are put together of others. */
const KEPT_ITEMS: readonly string[] = ['av01', 'grid', 'iovl', 'iden', 'tmap'];
/** Texts, times and data of programs among the properties of items. */
const DROPPED_PROPERTIES: readonly string[] = ['udes', 'crtt', 'mdft', 'uuid'];
const KEPT_CHILDREN: readonly string[] = ['hdlr', 'pitm', 'iinf', 'iloc', 'iprp', 'iref', 'idat', 'dinf', 'grpl'];
/** Version and flags. */
const FULL_BOX_BYTES = 4;
const MAX_EXTENTS = 10_000;

export interface Extent {
  readonly from: number;
  readonly length: number;
}

interface Item {
  readonly id: number;
  readonly extents: readonly Extent[];
  /** Whether they are in the box `idat` of the description. */
  readonly isInside: boolean;
}

/**
 * Removes from the description of a picture (the box `meta`, changed in place) the items that are not shown: Exif data, XMP and previews.
 * Returns the ranges of the file that the other items need, and those of the removed ones.
 */
export function removeItems(meta: Buffer): { kept: Extent[]; removed: Extent[] } {
  const children = boxesIn(meta, 8 + FULL_BOX_BYTES, meta.length);
  const child = (type: string): Box | undefined => children.find((box) => box.type === type);
  const [items, places, primary] = [child('iinf'), child('iloc'), child('pitm')];
  if (items === undefined || places === undefined || primary === undefined) throw new UnknownStructure('No items.');
  const previews = previewsIn(meta, child('iref'));
  const keptIds = keepItems(meta, items, previews);
  if (!keptIds.has(idAt(meta, primary.content + FULL_BOX_BYTES, meta[primary.content] === 0))) {
    throw new UnknownStructure('No picture.');
  }
  const located = itemsIn(meta, places);
  for (const box of children) if (!KEPT_CHILDREN.includes(box.type)) freeBox(meta, box);
  for (const box of propertiesIn(meta, child('iprp'))) if (DROPPED_PROPERTIES.includes(box.type)) freeBox(meta, box);
  const idat = child('idat');
  if (idat !== undefined)
    clearInside(
      meta,
      idat,
      located.filter((item) => item.isInside && keptIds.has(item.id)),
    );
  const extentsOf = (isKept: boolean): Extent[] =>
    located.filter((item) => !item.isInside && keptIds.has(item.id) === isKept).flatMap(({ extents }) => extents);
  return { kept: extentsOf(true), removed: extentsOf(false) };
}

const idAt = (bytes: Buffer, at: number, isShort: boolean): number => uint(bytes, at, isShort ? 2 : 4);

/** Ids of the items that are thumbnails of others. */
function previewsIn(meta: Buffer, references: Box | undefined): ReadonlySet<number> {
  if (references === undefined) return new Set();
  const isShort = meta[references.content] === 0;
  const boxes = boxesIn(meta, references.content + FULL_BOX_BYTES, references.to);
  return new Set(boxes.filter(({ type }) => type === 'thmb').map(({ content }) => idAt(meta, content, isShort)));
}

/** Makes the other items ones of no known type, without a name. Returns the ids of those that stay. */
function keepItems(meta: Buffer, box: Box, previews: ReadonlySet<number>): ReadonlySet<number> {
  const kept = new Set<number>();
  const first = box.content + FULL_BOX_BYTES + (meta[box.content] === 0 ? 2 : 4);
  for (const { type, content, to } of boxesIn(meta, first, box.to)) {
    const version = meta[content] ?? 0;
    if (type !== 'infe' || version < 2) throw new UnknownStructure('An item of an old kind.');
    const isShort = version === 2;
    const id = idAt(meta, content + FULL_BOX_BYTES, isShort);
    const typeAt = content + FULL_BOX_BYTES + (isShort ? 4 : 6);
    const isKept = KEPT_ITEMS.includes(meta.toString('latin1', typeAt, typeAt + 4)) && !previews.has(id);
    if (isKept) kept.add(id);
    else meta.write('free', typeAt, 'latin1');
    if (typeAt + 4 > to) throw new UnknownStructure('An item without type.');
    meta.fill(0, typeAt + 4, to);
  }
  return kept;
}

function itemsIn(meta: Buffer, { content, to }: Box): Item[] {
  const version = meta[content] ?? 0;
  if (version > 2) throw new UnknownStructure('Places of a new kind.');
  const sizes = uint(meta, content + FULL_BOX_BYTES, 2);
  const width = (shift: number): number => (sizes >> shift) & 15;
  const [ofOffset, ofLength, ofBase, ofIndex] = [width(12), width(8), width(4), version === 0 ? 0 : width(0)];
  let at = content + FULL_BOX_BYTES + 2;
  const next = (bytes: number): number => {
    if (at + bytes > to) throw new UnknownStructure('Places end early.');
    at += bytes;
    return uint(meta, at - bytes, bytes);
  };
  const idBytes = version < 2 ? 2 : 4;
  let extentCount = 0;
  return Array.from({ length: bounded(next(idBytes)) }, () => {
    const id = next(idBytes);
    const method = version === 0 ? 0 : next(2) & 15;
    const isElsewhere = next(2) !== 0;
    if (method > 1 || isElsewhere) throw new UnknownStructure('An item made of others, or in another file.');
    const base = next(ofBase);
    const count = next(2);
    extentCount = bounded(extentCount + count);
    const extents = Array.from({ length: count }, () => {
      next(ofIndex);
      const from = base + next(ofOffset);
      return { from, length: next(ofLength) };
    });
    if (extents.some(({ length }) => length === 0)) throw new UnknownStructure('An item without length.');
    return { id, extents, isInside: method === 1 };
  });
}

function bounded(count: number): number {
  if (count > MAX_EXTENTS) throw new UnknownStructure('Too many places.');
  return count;
}

/** Zero for a width of zero. */
function uint(bytes: Buffer, at: number, width: number): number {
  if (at + width > bytes.length) throw new UnknownStructure('A number beyond the end.');
  if (width === 0) return 0;
  if (width <= 4) return bytes.readUIntBE(at, width);
  const value = width === 8 ? Number(bytes.readBigUInt64BE(at)) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw new UnknownStructure('A number of an impossible size.');
  return value;
}

function propertiesIn(meta: Buffer, properties: Box | undefined): Box[] {
  if (properties === undefined) return [];
  const containers = boxesIn(meta, properties.content, properties.to).filter(({ type }) => type === 'ipco');
  return containers.flatMap(({ content, to }) => boxesIn(meta, content, to));
}

/** Clears the bytes that no kept item needs. */
function clearInside(meta: Buffer, { content, to }: Box, items: readonly Item[]): void {
  const old = Buffer.from(meta.subarray(content, to));
  meta.fill(0, content, to);
  for (const { from, length } of items.flatMap(({ extents }) => extents)) {
    if (from + length > old.length) throw new UnknownStructure('An item beyond the end.');
    old.copy(meta, content + from, from, from + length);
  }
}
