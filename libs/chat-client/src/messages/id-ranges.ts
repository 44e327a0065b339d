/** Ids of a view from `from` to `to`, both included, without a gap. Zero and Infinity are the ends of the history. */
export interface IdRange {
  readonly from: number;
  readonly to: number;
  /** Ascending. */
  readonly ids: readonly number[];
}

const contains = ({ from, to }: IdRange, id: number): boolean => from <= id && id <= to;

/** Index of the first id that is not smaller. */
export function indexOf(ids: readonly number[], id: number): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The loaded ranges of a view, with gaps between them. */
export class IdRanges {
  private ranges: readonly IdRange[] = [];

  all(): readonly IdRange[] {
    return this.ranges;
  }

  /** The range around an id, even if the history has no message with it. */
  at(id: number): IdRange | undefined {
    return this.ranges.find((range) => contains(range, id));
  }

  has(id: number): boolean {
    const ids = this.at(id)?.ids ?? [];
    return ids[indexOf(ids, id)] === id;
  }

  /** Adds a loaded page, which is right within its bounds, and joins ranges that touch. */
  add(page: IdRange): void {
    const touching = this.ranges.filter(({ from, to }) => from <= page.to && page.from <= to);
    const others = this.ranges.filter((range) => !touching.includes(range));
    const outside = touching.flatMap(({ ids }) => ids.filter((id) => !contains(page, id)));
    const joined: IdRange = {
      from: Math.min(page.from, ...touching.map(({ from }) => from)),
      to: Math.max(page.to, ...touching.map(({ to }) => to)),
      ids: [...outside, ...page.ids].sort((a, b) => a - b),
    };
    this.ranges = [...others, joined].sort((a, b) => a.from - b.from);
  }

  replaceAll(ranges: readonly IdRange[]): void {
    this.ranges = ranges;
  }

  /** False if the id is known already, or lies in a gap. */
  insert(id: number): boolean {
    const range = this.at(id);
    if (range === undefined) return false;
    const at = indexOf(range.ids, id);
    if (range.ids[at] === id) return false;
    this.swap(range, { ...range, ids: range.ids.toSpliced(at, 0, id) });
    return true;
  }

  remove(id: number): boolean {
    const range = this.at(id);
    const at = range ? indexOf(range.ids, id) : -1;
    if (range?.ids[at] !== id) return false;
    this.swap(range, { ...range, ids: range.ids.toSpliced(at, 1) });
    return true;
  }

  /** Shortens a range to `limit` ids, at the end that is farther from the id. */
  trim(id: number, limit: number): void {
    const range = this.at(id);
    if (range === undefined || range.ids.length <= limit) return;
    const isInOlderHalf = indexOf(range.ids, id) < range.ids.length / 2;
    const ids = isInOlderHalf ? range.ids.slice(0, limit) : range.ids.slice(-limit);
    const ends = isInOlderHalf ? { to: ids.at(-1) as number } : { from: ids[0] as number };
    this.swap(range, { ...range, ...ends, ids });
  }

  private swap(range: IdRange, changed: IdRange): void {
    this.ranges = this.ranges.map((each) => (each === range ? changed : each));
  }
}
