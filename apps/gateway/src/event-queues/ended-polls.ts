export interface EndingLimits {
  /** Polls that end at a time. */
  readonly size: number;
  /** After this time the next ones end, too: the credentials of a poll may take long to check. */
  readonly longestMs: number;
}

/** About 5 ms of work. */
export const ENDING: EndingLimits = { size: 16, longestMs: 25 };

/**
 * When Redis has lost its data, thousands of polls end at once. They end a few at a time, so that other requests are served between them,
 * by the gateway and by the service that checks the credentials of each.
 */
export class EndedPolls<Ended> {
  private readonly waiting: Ended[] = [];
  private isEnding = false;

  constructor(
    private readonly limits: EndingLimits,
    private readonly end: (ended: Ended) => Promise<void>,
  ) {}

  add(ended: Ended): void {
    this.waiting.push(ended);
    if (this.isEnding) return;
    this.isEnding = true;
    setImmediate(() => void this.endAll());
  }

  private async endAll(): Promise<void> {
    const { size, longestMs } = this.limits;
    while (this.waiting.length > 0) {
      let timer: NodeJS.Timeout | undefined;
      const isLate = new Promise((resolve) => {
        timer = setTimeout(resolve, longestMs);
      });
      const ending = Promise.all(this.waiting.splice(0, size).map((each) => this.end(each)));
      await Promise.race([ending, isLate]);
      clearTimeout(timer);
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.isEnding = false;
  }
}
