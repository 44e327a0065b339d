/** Lets so many do something at the same time; the others wait, first come, first served. */
export class Turns {
  private underway = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly atOnce: number) {}

  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    // Whoever ends hands its place on, so nobody who comes meanwhile gets in between.
    if (this.underway >= this.atOnce) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.underway++;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.underway--;
    }
  }
}
