/** Finds events and our marks in the answer to a long poll without parsing all of it. */
const PARTS = /\{"id":(\d+),"(?:type|flags|local)|mark (\d+) end/g;

const WORDS =
  'the release page looks good to me, tomorrow we should review the draft of the number that the customer asked for';

/**
 * Messages that carry a number, so that each arrival can be told from others, and how long it took from the moment when its
 * request was written. Sender and receivers share this process and its clock.
 */
export class MarkedMessages {
  readonly latencies: number[] = [];
  /** Arrivals of marks, in all queues together. */
  arrived = 0;
  isCounting = true;
  onArrival: (mark: number) => void = () => {};
  private readonly sentAt: number[] = [];

  /** The text of the next message; it counts as sent now. */
  next(): string {
    this.sentAt.push(performance.now());
    return `mark ${this.sentAt.length - 1} end ${WORDS}`;
  }

  /** Takes in the body of an answer; returns the id of its last event, or undefined when there was none. */
  take(body: Buffer): number | undefined {
    const now = performance.now();
    let lastEventId: number | undefined;
    for (const [, eventId, mark] of body.toString('latin1').matchAll(PARTS)) {
      if (eventId !== undefined) lastEventId = Number(eventId);
      else this.arrive(Number(mark), now);
    }
    return lastEventId;
  }

  /** Forgets what was counted so far. */
  reset(): void {
    this.latencies.length = 0;
    this.arrived = 0;
  }

  private arrive(mark: number, now: number): void {
    if (!this.isCounting) return;
    this.arrived++;
    this.latencies.push(now - (this.sentAt[mark] as number));
    this.onArrival(mark);
  }
}
