import { MAX_HOLD_MS } from '../sending/delivery-sender.js';
import type { FoundEvents } from './queue-events.js';

/** A queue with so many new events at once gets a flood of them. */
const MANY_EVENTS = 20;
const LOOK_EVERY_MS = 250;
/** With fewer notices from one look to the next the flood is over. A notice may stand for many events. */
const FEW_NOTICES = 4;

interface Flood {
  readonly beganMs: number;
  /** Since the last look. */
  notices: number;
}

/**
 * Webhooks with a flood of events in their queues. A queue rests until the flood ends, because its events need the same processors and the
 * same database as the messages of the flood. After some seconds it is read while the flood lasts: a queue has room for a limited number of
 * events. A queue with a backlog is read on at once.
 */
export class RestingQueues {
  private readonly floods = new Map<number, Flood>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly goOn: (webhookIds: readonly number[]) => void) {}

  has(webhookId: number): boolean {
    return this.floods.has(webhookId);
  }

  /** Notes that a resting queue has further events. */
  noteNews(webhookId: number): void {
    const flood = this.floods.get(webhookId);
    if (flood !== undefined) flood.notices++;
  }

  /** Returns the webhooks with a queue that rests from now on. */
  add(found: readonly FoundEvents[]): FoundEvents['webhook'][] {
    const flooded = found
      .filter(({ news: { entries, more } }) => entries.length >= MANY_EVENTS && !more)
      .map(({ webhook }) => webhook);
    const nowMs = performance.now();
    for (const { id } of flooded) {
      const { beganMs } = this.floods.get(id) ?? { beganMs: nowMs };
      this.floods.set(id, { beganMs, notices: FEW_NOTICES });
    }
    if (this.floods.size > 0) this.timer ??= setInterval(() => this.wake(), LOOK_EVERY_MS).unref();
    return flooded;
  }

  private wake(): void {
    const nowMs = performance.now();
    const awake: number[] = [];
    for (const [id, flood] of this.floods) {
      const isOver = flood.notices < FEW_NOTICES;
      flood.notices = 0;
      if (isOver) this.floods.delete(id);
      if (isOver || nowMs - flood.beganMs >= MAX_HOLD_MS) awake.push(id);
    }
    if (this.floods.size === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
    if (awake.length > 0) this.goOn(awake);
  }
}
