/** Collects the parameters of a statement that is put together from parts. */
export class SqlParameters {
  readonly values: unknown[] = [];

  /** Adds a value; answers the text that stands for it, such as `$3::bigint`. */
  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }

  /** Adds several at once; answers the number of the first. */
  addAll(values: readonly unknown[]): number {
    this.values.push(...values);
    return this.values.length - values.length + 1;
  }
}
