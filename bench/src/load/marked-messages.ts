/** Finds events and marks in the response to a long poll without parsing all of it. */
const PARTS = /\{"id":(\d+),"(?:type|flags|local)|mark (\d+) end/g;

const WORDS =
  'the release page looks good to me, tomorrow we should review the draft of the number that the customer asked for';

/**
 * Messages with a number, which identifies each arrival and its time since the request was written. Sender and receivers share this
 * process and its clock.
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

  /** Counts the events of a response body. Returns the id of the last event, or undefined without events. */
  take(body: Buffer): number | undefined {
    const now = performance.now();
    let lastEventId: number | undefined;
    for (const [, eventId, mark] of body.toString('latin1').matchAll(PARTS)) {
      if (eventId !== undefined) lastEventId = Number(eventId);
      else this.arrive(Number(mark), now);
    }
    return lastEventId;
  }

  /** Resets all counts. */
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
