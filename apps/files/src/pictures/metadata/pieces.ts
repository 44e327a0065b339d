/** A part of a new file: bytes of the old file, new bytes, or zeros. */
export type Piece =
  | { readonly from: number; readonly to: number }
  | { readonly bytes: Buffer }
  | { readonly zeros: number };

/** Parts of one picture; a structure with more is not understood. */
export const MAX_PARTS = 200_000;

/** The bytes have a structure that cannot be followed, so it is unknown where their metadata is. */
export class UnknownStructure extends Error {}

/** A picture without its metadata, described as parts of the picture that it was. */
export class Pieces {
  readonly list: Piece[] = [];

  /** Bytes of the old file. */
  keep(from: number, to: number): void {
    const last = this.list.at(-1);
    if (to <= from) return;
    if (last !== undefined && 'to' in last && last.to === from) this.list[this.list.length - 1] = { ...last, to };
    else this.push({ from, to });
  }

  put(bytes: Buffer): void {
    if (bytes.length > 0) this.push({ bytes });
  }

  zeros(count: number): void {
    if (count > 0) this.push({ zeros: count });
  }

  /** New bytes in the place of old ones; if they are equal, the old ones. */
  replace(from: number, old: Buffer, bytes: Buffer): void {
    if (old.equals(bytes)) this.keep(from, from + old.length);
    else this.put(bytes);
  }

  append({ list }: Pieces): void {
    for (const piece of list) {
      if ('to' in piece) this.keep(piece.from, piece.to);
      else this.push(piece);
    }
  }

  /** Whether they are the whole old file and nothing else. */
  isWhole(size: number): boolean {
    const [only, ...others] = this.list;
    return only !== undefined && others.length === 0 && 'to' in only && only.from === 0 && only.to === size;
  }

  get size(): number {
    return this.list.reduce((sum, piece) => sum + sizeOf(piece), 0);
  }

  private push(piece: Piece): void {
    if (this.list.length >= MAX_PARTS) throw new UnknownStructure('Too many parts.');
    this.list.push(piece);
  }
}

function sizeOf(piece: Piece): number {
  if ('to' in piece) return piece.to - piece.from;
  return 'bytes' in piece ? piece.bytes.length : piece.zeros;
}
