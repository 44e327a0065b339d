/** Memory that tasks use at a time. A task waits for its share, in the order of arrival. */
export class MemoryBudget {
  private free: number;
  private readonly waiting: { readonly bytes: number; readonly start: () => void }[] = [];

  constructor(readonly bytes: number) {
    this.free = bytes;
  }

  async use<Result>(bytes: number, task: () => Promise<Result>): Promise<Result> {
    const share = Math.min(bytes, this.bytes);
    await new Promise<void>((start) => {
      this.waiting.push({ bytes: share, start });
      this.startNext();
    });
    try {
      return await task();
    } finally {
      this.free += share;
      this.startNext();
    }
  }

  private startNext(): void {
    for (let next = this.waiting[0]; next !== undefined && next.bytes <= this.free; next = this.waiting[0]) {
      this.waiting.shift();
      this.free -= next.bytes;
      next.start();
    }
  }
}
