/** Records for one drawing: another object after each change, without a copy of the map. */
export class RecordsView<K, V> implements ReadonlyMap<K, V> {
  constructor(private readonly records: ReadonlyMap<K, V>) {}

  get size(): number {
    return this.records.size;
  }

  get(key: K): V | undefined {
    return this.records.get(key);
  }

  has(key: K): boolean {
    return this.records.has(key);
  }

  keys(): MapIterator<K> {
    return this.records.keys();
  }

  values(): MapIterator<V> {
    return this.records.values();
  }

  entries(): MapIterator<[K, V]> {
    return this.records.entries();
  }

  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.records.entries();
  }

  forEach(call: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this.records) call(value, key, this);
  }
}
