/** How many may do something at the same time. */
export interface TurnLimits {
  readonly groups: number;
  readonly inGroup: number;
  /** Who takes longer goes on, but keeps nobody from beginning any more. */
  readonly longestMs: number;
}

/** Who waits for a turn; called with what is to be called when the turn is over. */
type Waiting = (end: () => void) => void;

/**
 * Lets some do something at the same time; the others wait, first come, first served. Those who wait begin as a group when all of a
 * former group have ended: what they ask for then travels together, which costs each of them less.
 */
export class Turns {
  private groups = 0;
  private readonly waiting: Waiting[] = [];

  constructor(private readonly limits: TurnLimits) {}

  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = new Promise<() => void>((resolve) => this.waiting.push(resolve));
    this.beginGroup();
    const end = await turn;
    try {
      return await work();
    } finally {
      end();
    }
  }

  private beginGroup(): void {
    if (this.groups >= this.limits.groups || this.waiting.length === 0) return;
    const group = this.waiting.splice(0, this.limits.inGroup);
    let left = group.length;
    this.groups++;
    const over = () => {
      clearTimeout(timer);
      left = -1;
      this.groups--;
      this.beginGroup();
    };
    const timer = setTimeout(over, this.limits.longestMs);
    const end = () => {
      if (left > 0 && --left === 0) over();
    };
    for (const begin of group) begin(end);
  }
}
