import { KeptRanges } from './kept-ranges.js';
import type { PictureBytes } from './picture-bytes.js';
import { MAX_PARTS, type Pieces, UnknownStructure } from './pieces.js';

/** The format of raw photos of many cameras is TIFF. They are files of their own kind, which are never changed. */
export class RawPhoto extends Error {}

const TAG = {
  subfile: 254,
  compression: 259,
  photometric: 262,
  stripOffsets: 273,
  stripSizes: 279,
  tileOffsets: 324,
  tileSizes: 325,
  subDirectories: 330,
  dngVersion: 50706,
};
/** Pixels, colours and orientation. */
const KEPT: ReadonlySet<number> = new Set([
  ...[
    254, 255, 256, 257, 258, 259, 262, 263, 264, 265, 266, 273, 274, 277, 278, 279, 280, 281, 282, 283, 284, 290, 291,
  ],
  ...[
    292, 293, 296, 297, 301, 317, 318, 319, 320, 321, 322, 323, 324, 325, 326, 327, 328, 332, 334, 336, 338, 339, 340,
  ],
  ...[341, 342, 347, 529, 530, 531, 532, 32995, 32996, 32997, 34675, 37439, 50674],
]);
const RAW_PHOTOMETRIC: readonly number[] = [32803, 34892];
const OLD_JPEG = 6;
const MAX_DIRECTORIES = 10_000;
const MAX_ENTRIES = 1_000;
const MAX_SUB_DIRECTORIES = 100;
const BYTES_OF_TYPE = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];
const SHORT = 3;
const LONG = 4;

interface Layout {
  readonly isLittle: boolean;
  readonly isBig: boolean;
}

interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** As it stands in the file. */
  readonly bytes: Buffer;
  /** Start of the values, which are inside of the entry if they fit. */
  readonly valuesAt: number;
  readonly valuesLength: number;
}

interface Directory {
  readonly at: number;
  readonly length: number;
  readonly entries: readonly Entry[];
  readonly next: number;
}

/**
 * Keeps the tags that are needed to show the picture, at their places; all other bytes become zeros. Embedded previews go, too. Throws
 * {@link RawPhoto}, or {@link UnknownStructure} for a file that ends early.
 */
export async function withoutTiffMetadata(bytes: PictureBytes): Promise<Pieces> {
  const file = new TiffFile(bytes, await layoutOf(bytes));
  const kept = new KeptRanges(bytes.size);
  const directories = (await file.directories()).filter(
    (directory, index) => index === 0 || !file.isPreview(directory),
  );
  for (const [index, directory] of directories.entries()) {
    await file.requireNotRaw(directory);
    await file.keepValues(directory, kept);
    kept.replace(directory.at, file.written(directory, directories[index + 1]?.at ?? 0));
  }
  const headBytes = file.layout.isBig ? 16 : 8;
  kept.keep(0, headBytes);
  return kept.toPieces();
}

async function layoutOf(bytes: PictureBytes): Promise<Layout> {
  const head = await bytes.read(0, 16);
  const order = head.toString('latin1', 0, 4);
  if (head.length < 8 || !['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(order)) throw new UnknownStructure('No TIFF.');
  if (head.toString('latin1', 8, 10) === 'CR') throw new RawPhoto();
  const isBig = order.includes('+');
  if (isBig && head.length < 16) throw new UnknownStructure('No directory.');
  return { isLittle: order.startsWith('II'), isBig };
}

class TiffFile {
  private readonly entryBytes: number;
  private readonly countBytes: number;
  private readonly offsetBytes: number;
  private entriesRead = 0;

  constructor(
    private readonly bytes: PictureBytes,
    readonly layout: Layout,
  ) {
    const { isBig } = layout;
    this.entryBytes = isBig ? 20 : 12;
    this.countBytes = isBig ? 8 : 2;
    this.offsetBytes = isBig ? 8 : 4;
  }

  async directories(): Promise<Directory[]> {
    const directories: Directory[] = [];
    const visited = new Set<number>();
    const head = await this.exactly(this.layout.isBig ? 8 : 4, this.offsetBytes);
    for (let at = this.offset(head, 0); at !== 0; ) {
      if (visited.has(at) || visited.size >= MAX_DIRECTORIES) throw new UnknownStructure('Directories without end.');
      visited.add(at);
      const directory = await this.directoryAt(at);
      directories.push(directory);
      at = directory.next;
    }
    if (directories.length === 0) throw new UnknownStructure('No directory.');
    return directories;
  }

  isPreview({ entries }: Directory): boolean {
    const subfile = entries.find(({ tag }) => tag === TAG.subfile);
    return subfile !== undefined && (this.firstValue(subfile) & 1) === 1;
  }

  async requireNotRaw(directory: Directory): Promise<void> {
    if (this.isRaw(directory)) throw new RawPhoto();
    const sub = directory.entries.find(({ tag }) => tag === TAG.subDirectories);
    for (const at of sub ? (await this.values(sub)).slice(0, MAX_SUB_DIRECTORIES) : []) {
      if (this.isRaw(await this.directoryAt(at))) throw new RawPhoto();
    }
  }

  async keepValues({ entries }: Directory, kept: KeptRanges): Promise<void> {
    const compression = entries.find(({ tag }) => tag === TAG.compression);
    if (compression && this.firstValue(compression) === OLD_JPEG) throw new UnknownStructure('Old JPEG in TIFF.');
    for (const { tag, valuesAt, valuesLength } of entries) {
      if (KEPT.has(tag) && valuesLength > this.offsetBytes) kept.keep(valuesAt, valuesLength);
    }
    await this.keepPixels(entries, TAG.stripOffsets, TAG.stripSizes, kept);
    await this.keepPixels(entries, TAG.tileOffsets, TAG.tileSizes, kept);
  }

  /** The directory with the kept entries; zeros in the place of the others. */
  written({ length, entries }: Directory, next: number): Buffer {
    const kept = entries.filter(({ tag }) => KEPT.has(tag));
    const directory = Buffer.alloc(length);
    this.write(directory, kept.length, 0, this.countBytes);
    let at = this.countBytes;
    for (const { bytes } of kept) at += bytes.copy(directory, at);
    this.write(directory, next, at, this.offsetBytes);
    return directory;
  }

  private isRaw({ entries }: Directory): boolean {
    const photometric = entries.find(({ tag }) => tag === TAG.photometric);
    const isSensor = photometric !== undefined && RAW_PHOTOMETRIC.includes(this.firstValue(photometric));
    return isSensor || entries.some(({ tag }) => tag === TAG.dngVersion);
  }

  private async directoryAt(at: number): Promise<Directory> {
    const count = this.number(await this.exactly(at, this.countBytes), 0, this.countBytes);
    this.entriesRead += count;
    if (count === 0 || count > MAX_ENTRIES || this.entriesRead > MAX_PARTS)
      throw new UnknownStructure('A directory of an impossible length.');
    const length = this.countBytes + count * this.entryBytes + this.offsetBytes;
    const bytes = Buffer.from(await this.exactly(at, length));
    const entries = Array.from({ length: count }, (_, index) =>
      this.entry(bytes, at, this.countBytes + index * this.entryBytes),
    );
    return { at, length, entries, next: this.offset(bytes, length - this.offsetBytes) };
  }

  private entry(directory: Buffer, directoryAt: number, at: number): Entry {
    const bytes = directory.subarray(at, at + this.entryBytes);
    const type = this.number(bytes, 2, 2);
    const count = this.offset(bytes, 4);
    const valuesLength = count * (BYTES_OF_TYPE[type] ?? 0);
    const inside = this.entryBytes - this.offsetBytes;
    const valuesAt = valuesLength > this.offsetBytes ? this.offset(bytes, inside) : directoryAt + at + inside;
    return { tag: this.number(bytes, 0, 2), type, count, bytes, valuesAt, valuesLength };
  }

  private async keepPixels(entries: readonly Entry[], offsets: number, sizes: number, kept: KeptRanges): Promise<void> {
    const places = entries.find(({ tag }) => tag === offsets);
    const lengths = entries.find(({ tag }) => tag === sizes);
    if (places === undefined && lengths === undefined) return;
    if (places === undefined || lengths?.count !== places.count)
      throw new UnknownStructure('Pixels of unknown length.');
    const byteCounts = await this.values(lengths);
    for (const [index, at] of (await this.values(places)).entries()) kept.keep(at, byteCounts[index]!);
  }

  private async values({ type, count, valuesAt, valuesLength }: Entry): Promise<number[]> {
    const width = BYTES_OF_TYPE[type] ?? 0;
    if (count > MAX_PARTS || width < 2) throw new UnknownStructure('Too many values.');
    const bytes = await this.exactly(valuesAt, valuesLength);
    return Array.from({ length: count }, (_, index) => this.number(bytes, index * width, width));
  }

  /** Of a value that stands in its entry; -1 for another. */
  private firstValue({ type, bytes }: Entry): number {
    const width = type === SHORT || type === LONG ? BYTES_OF_TYPE[type]! : 0;
    return width === 0 ? -1 : this.number(bytes, this.entryBytes - this.offsetBytes, width);
  }

  private async exactly(at: number, length: number): Promise<Buffer> {
    const bytes = await this.bytes.read(at, length);
    if (bytes.length < length) throw new UnknownStructure('The file ends early.');
    return bytes;
  }

  private offset(bytes: Buffer, at: number): number {
    return this.number(bytes, at, this.offsetBytes);
  }

  private number(bytes: Buffer, at: number, width: number): number {
    const { isLittle } = this.layout;
    if (width <= 4) return isLittle ? bytes.readUIntLE(at, width) : bytes.readUIntBE(at, width);
    const value = Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));
    if (!Number.isSafeInteger(value)) throw new UnknownStructure('A number of an impossible size.');
    return value;
  }

  private write(bytes: Buffer, value: number, at: number, width: number): void {
    const { isLittle } = this.layout;
    if (width === 8) bytes[isLittle ? 'writeBigUInt64LE' : 'writeBigUInt64BE'](BigInt(value), at);
    else bytes[isLittle ? 'writeUIntLE' : 'writeUIntBE'](value, at, width);
  }
}
