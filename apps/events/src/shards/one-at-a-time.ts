/** Pieces of work that are done in the order in which they came, each when the one before it has ended, well or not. */
export class OneAtATime {
  private last: Promise<void> | undefined;

  /** Whether something is being done or waits. */
  get isBusy(): boolean {
    return this.last !== undefined;
  }

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.last ? this.last.then(work) : work();
    const settled = result.then(
      () => {},
      () => {},
    );
    this.last = settled;
    void settled.then(() => {
      if (this.last === settled) this.last = undefined;
    });
    return result;
  }
}
