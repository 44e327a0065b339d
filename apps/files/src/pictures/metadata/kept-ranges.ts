import { MAX_PARTS, Pieces, UnknownStructure } from './pieces.js';

interface Range {
  readonly from: number;
  readonly to: number;
  /** In the place of the old bytes; of the same length. */
  readonly bytes?: Buffer;
}

/**
 * Parts of a file that stay at their places, since other parts name the places. All other bytes become zeros.
 */
export class KeptRanges {
  private readonly ranges: Range[] = [];

  constructor(private readonly size: number) {}

  keep(from: number, length: number): void {
    this.add({ from, to: Math.min(from + length, this.size) });
  }

  replace(from: number, bytes: Buffer): void {
    this.add({ from, to: from + bytes.length, bytes });
  }

  /** Without the bytes after the last kept range. Throws {@link UnknownStructure} if replaced bytes are kept as well. */
  toPieces(): Pieces {
    const pieces = new Pieces();
    let end = 0;
    let isReplaced = false;
    for (const { from, to, bytes } of this.ranges.sort((a, b) => a.from - b.from)) {
      if (from < end && (bytes !== undefined || isReplaced)) throw new UnknownStructure('Parts overlap.');
      pieces.zeros(from - end);
      if (bytes !== undefined) pieces.put(bytes);
      else pieces.keep(Math.max(from, end), to);
      isReplaced = bytes !== undefined || (isReplaced && to <= end);
      end = Math.max(end, to);
    }
    return pieces;
  }

  /** As {@link toPieces}, with zeros at the end. */
  toPiecesOfSameSize(): Pieces {
    const pieces = this.toPieces();
    pieces.zeros(this.size - pieces.size);
    return pieces;
  }

  private add(range: Range): void {
    if (range.to <= range.from) return;
    if (this.ranges.push(range) > MAX_PARTS) throw new UnknownStructure('Too many parts.');
  }
}
