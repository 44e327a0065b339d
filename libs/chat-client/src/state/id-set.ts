/** Ids without order, such as the subscribers of a stream. Changing one id of 10,000 copies none. */
export class IdSet implements Iterable<number> {
  private readonly ids: number[];
  /** Made at the first look-up: most large sets are counted, never searched. */
  private lookup: Set<number> | undefined;

  constructor(ids: Iterable<number>) {
    this.ids = [...ids];
  }

  get size(): number {
    return this.ids.length;
  }

  has(id: number): boolean {
    this.lookup ??= new Set(this.ids);
    return this.lookup.has(id);
  }

  [Symbol.iterator](): Iterator<number> {
    return this.ids[Symbol.iterator]();
  }

  add(ids: Iterable<number>): void {
    for (const id of ids) {
      if (this.lookup?.has(id) ?? this.ids.includes(id)) continue;
      this.ids.push(id);
      this.lookup?.add(id);
    }
  }

  delete(ids: Iterable<number>): void {
    for (const id of ids) {
      const at = this.ids.indexOf(id);
      if (at < 0) continue;
      const last = this.ids.pop() as number;
      if (at < this.ids.length) this.ids[at] = last;
      this.lookup?.delete(id);
    }
  }
}

/** An {@link IdSet} for readers. */
export type ReadonlyIdSet = Pick<IdSet, 'size' | 'has' | typeof Symbol.iterator>;
