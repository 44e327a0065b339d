const GROWTH = 2;

/** Positive integers that lie close together, a bit each: 20 queues with half a million messages fit into a megabyte. */
export class IdSet {
  private bits = new Uint8Array(1_024);

  add(id: number): void {
    const at = id >> 3;
    if (at >= this.bits.length) {
      const larger = new Uint8Array((at + 1) * GROWTH);
      larger.set(this.bits);
      this.bits = larger;
    }
    this.bits[at] = (this.bits[at] as number) | (1 << (id & 7));
  }

  has(id: number): boolean {
    return ((this.bits[id >> 3] ?? 0) & (1 << (id & 7))) !== 0;
  }
}
