interface Entry<Value> {
  value: Value | undefined;
}

/**
 * Requests by number. The data of a request is garbage as soon as the request ends. V8 links a replaced table of a `Map` to the next one,
 * and a replaced table holds the entries of its time. If one such table is in the old generation, all later tables survive collections of
 * the young one. In a `Map` alone they would keep the bodies of most requests; here they keep empty entries.
 */
export class InFlight<Value> {
  private readonly entries = new Map<number, Entry<Value>>();

  get size(): number {
    return this.entries.size;
  }

  has(id: number): boolean {
    return this.entries.has(id);
  }

  get(id: number): Value | undefined {
    return this.entries.get(id)?.value;
  }

  set(id: number, value: Value): void {
    this.entries.set(id, { value });
  }

  /** Removes the request. Returns undefined if there is none. */
  take(id: number): Value | undefined {
    const entry = this.entries.get(id);
    if (entry === undefined) return undefined;
    const { value } = entry;
    this.entries.delete(id);
    entry.value = undefined;
    return value;
  }

  *values(): Iterable<Value> {
    for (const [, value] of this) yield value;
  }

  *[Symbol.iterator](): Iterator<[number, Value]> {
    for (const [id, { value }] of this.entries) yield [id, value as Value];
  }
}
