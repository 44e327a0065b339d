/** The longest time in which a number that should grow did not. */
export class LongestGap {
  ms = 0;
  private last = -1;
  private since = performance.now();

  see(value: number): void {
    const now = performance.now();
    this.ms = Math.max(this.ms, Math.round(now - this.since));
    if (value === this.last) return;
    this.last = value;
    this.since = now;
  }
}
