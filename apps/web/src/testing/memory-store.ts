/** The storage of a browser, which may be full. */
export class MemoryStore {
  readonly entries = new Map<string, string>();
  isFull = false;

  get length(): number {
    return this.entries.size;
  }
  key = (index: number): string | null => [...this.entries.keys()][index] ?? null;
  getItem = (key: string): string | null => this.entries.get(key) ?? null;
  removeItem = (key: string): void => void this.entries.delete(key);
  setItem = (key: string, value: string): void => {
    if (this.isFull) throw new Error('QuotaExceededError');
    this.entries.set(key, value);
  };
}
