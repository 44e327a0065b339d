import type { Poll } from './poll.js';

/** Slots per heartbeat period; the wheel turns by one slot at a time. */
const SLOTS_PER_PERIOD = 50;
const MIN_SLOT_MS = 20;

/**
 * Tells when waiting polls are due for a heartbeat: one timer for all, which hands over a slot full of polls at each turn. A poll
 * leaves the wheel when it is answered.
 */
export class HeartbeatWheel {
  private readonly slots = new Map<number, Set<Poll>>();
  private readonly slotMs: number;
  private now = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly heartbeatMs: number,
    private readonly onDue: (polls: Iterable<Poll>) => void,
  ) {
    this.slotMs = Math.max(MIN_SLOT_MS, heartbeatMs / SLOTS_PER_PERIOD);
  }

  start(): void {
    this.timer = setInterval(() => this.turn(), this.slotMs);
  }

  stop(): void {
    clearInterval(this.timer);
    this.slots.clear();
  }

  /** Due in a heartbeat's time, 10 % sooner or later, so that those who came together part. */
  add(poll: Poll): void {
    const inMs = this.heartbeatMs * (0.9 + Math.random() * 0.2);
    const slot = this.now + Math.max(1, Math.round(inMs / this.slotMs));
    const polls = this.slots.get(slot);
    if (polls) polls.add(poll);
    else this.slots.set(slot, new Set([poll]));
    poll.heartbeatSlot = slot;
  }

  remove(poll: Poll): void {
    if (poll.heartbeatSlot === -1) return;
    const polls = this.slots.get(poll.heartbeatSlot);
    poll.heartbeatSlot = -1;
    polls?.delete(poll);
  }

  private turn(): void {
    this.now++;
    const due = this.slots.get(this.now);
    if (!due) return;
    this.slots.delete(this.now);
    for (const poll of due) poll.heartbeatSlot = -1;
    this.onDue(due);
  }
}
