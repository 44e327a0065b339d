/** Shares one result among equal calls within a time. A result may have a megabyte, so it is removed after that time. */
export class SharedResults<Result> {
  private readonly results = new Map<string, Promise<Result>>();

  constructor(private readonly sharedForMs: number) {}

  get size(): number {
    return this.results.size;
  }

  /** Returns the shared result for `key`, or calls `make`. A failed result is not shared with later calls. */
  to(key: string, make: () => Promise<Result>): Promise<Result> {
    const known = this.results.get(key);
    if (known !== undefined) return known;
    const result = make();
    this.results.set(key, result);
    const forget = () => {
      if (this.results.get(key) === result) this.results.delete(key);
    };
    setTimeout(forget, this.sharedForMs).unref();
    result.catch(forget);
    return result;
  }
}
