/** Lets so many do something at the same time; the others wait, first come, first served. */
export class Turns {
  private underway = 0;
  private readonly waiting: (() => void)[] = [];

  /** Who takes longer than `longestMs` goes on, but keeps nobody from beginning any more. */
  constructor(
    private readonly atOnce: number,
    private readonly longestMs: number,
  ) {}

  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    // Whoever ends hands its place on, so nobody who comes meanwhile gets in between.
    if (this.underway >= this.atOnce) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.underway++;
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      const next = this.waiting.shift();
      if (next) next();
      else this.underway--;
    };
    const timer = setTimeout(end, this.longestMs);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      end();
    }
  }
}
