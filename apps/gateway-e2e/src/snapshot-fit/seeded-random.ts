/** Chance that can be repeated: the same seed draws the same. */
export class SeededRandom {
  constructor(private state: number) {}

  below(limit: number): number {
    return Math.floor(this.fraction() * limit);
  }

  chance(): boolean {
    return this.below(2) === 0;
  }

  /** One of them; there has to be one. */
  pick<T>(from: readonly T[]): T {
    if (from.length === 0) throw new Error('There is nothing to pick from.');
    return from[this.below(from.length)] as T;
  }

  /** Some of them, at least one if there are any, in an order of chance. */
  some<T>(from: readonly T[]): T[] {
    return this.shuffled(from).slice(0, 1 + this.below(from.length));
  }

  shuffled<T>(items: readonly T[]): T[] {
    const left = [...items];
    return Array.from({ length: left.length }, () => left.splice(this.below(left.length), 1)[0] as T);
  }

  /** Mulberry32: short, and even enough to choose with. */
  private fraction(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
