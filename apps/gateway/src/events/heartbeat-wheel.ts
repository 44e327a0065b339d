import type { Poll } from './poll.js';

/** Slots per heartbeat period; the wheel turns by one slot at a time. */
const SLOTS_PER_PERIOD = 50;
const MIN_SLOT_MS = 20;
/** A heartbeat comes this much sooner or later, as a share of the period. */
const SLACK = 0.1;
/** So many polls share a slot at least: a slot costs the system a request, however few are in it. */
const MIN_FULL_SLOT = 16;
/** A slot is full with as much more than its share of all polls. */
const FULL_SLOT_SHARES = 1.25;

/**
 * Tells when waiting polls are due for a heartbeat: one timer for all, which hands over a slot full of polls at each turn. A poll
 * leaves the wheel when it is answered. Heartbeats are as rare as they may be, and those who came together part: each poll takes
 * the last slot in its time that is not full.
 */
export class HeartbeatWheel {
  private readonly slots = new Map<number, Set<Poll>>();
  private readonly slotMs: number;
  private readonly firstSlot: number;
  private readonly lastSlot: number;
  private count = 0;
  private now = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    heartbeatMs: number,
    private readonly onDue: (polls: Iterable<Poll>) => void,
  ) {
    this.slotMs = Math.max(MIN_SLOT_MS, heartbeatMs / SLOTS_PER_PERIOD);
    this.firstSlot = Math.max(1, Math.round((heartbeatMs * (1 - SLACK)) / this.slotMs));
    this.lastSlot = Math.max(1, Math.round((heartbeatMs * (1 + SLACK)) / this.slotMs));
  }

  start(): void {
    this.timer = setInterval(() => this.turn(), this.slotMs);
  }

  stop(): void {
    clearInterval(this.timer);
    this.slots.clear();
    this.count = 0;
  }

  add(poll: Poll): void {
    const slot = this.bestSlot();
    const polls = this.slots.get(slot);
    if (polls) polls.add(poll);
    else this.slots.set(slot, new Set([poll]));
    poll.heartbeatSlot = slot;
    this.count++;
  }

  remove(poll: Poll): void {
    if (poll.heartbeatSlot === -1) return;
    const polls = this.slots.get(poll.heartbeatSlot);
    poll.heartbeatSlot = -1;
    if (polls?.delete(poll)) this.count--;
  }

  /** The last that is not full; where all are, the emptiest. */
  private bestSlot(): number {
    const full = Math.max(MIN_FULL_SLOT, (FULL_SLOT_SHARES * this.count) / this.lastSlot);
    let emptiest = -1;
    let fewest = Number.POSITIVE_INFINITY;
    for (let slot = this.now + this.lastSlot; slot >= this.now + this.firstSlot; slot--) {
      const size = this.slots.get(slot)?.size ?? 0;
      if (size < full) return slot;
      if (size < fewest) {
        fewest = size;
        emptiest = slot;
      }
    }
    return emptiest;
  }

  private turn(): void {
    this.now++;
    const due = this.slots.get(this.now);
    if (!due) return;
    this.slots.delete(this.now);
    this.count -= due.size;
    for (const poll of due) poll.heartbeatSlot = -1;
    this.onDue(due);
  }
}
