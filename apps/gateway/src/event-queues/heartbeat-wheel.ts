import { eventShardOf } from '@chat/contracts';
import type { Poll } from './poll.js';

/** The wheel turns by one slot at a time. */
const SLOTS_PER_PERIOD = 50;
const MIN_SLOT_MS = 20;
/** Share of the period by which a heartbeat may be early or late. */
const SLACK = 0.1;
/** A slot is full with this multiple of its share of all polls, and at least `MIN_FULL_SLOT`. */
const FULL_SLOT_SHARES = 2;
const MIN_FULL_SLOT = 16;

/**
 * Calls `onDue` for the waiting polls that are due for a heartbeat: one timer for all, one slot of polls at each turn. A poll leaves its
 * slot when it ends.
 *
 * Polls of one shard share a slot, because their heartbeats cost one script. Of the slots in a poll's range one is its shard's. After a
 * heartbeat that is the last of the range, so that heartbeats are as rare as possible. If the slot is full, the poll takes another,
 * so that polls that arrived together part.
 */
export class HeartbeatWheel {
  private readonly slots = new Map<number, Set<Poll>>();
  private readonly slotMs: number;
  private readonly firstSlot: number;
  private readonly lastSlot: number;
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
  }

  add(poll: Poll): void {
    const slot = this.slotFor(poll);
    const polls = this.slots.get(slot) ?? new Set();
    this.slots.set(slot, polls.add(poll));
    poll.heartbeatSlot = polls;
  }

  /** The shard's slot, else the last one that is not full, else the emptiest. */
  private slotFor({ userId }: Poll): number {
    const first = this.now + this.firstSlot;
    const last = this.now + this.lastSlot;
    let best = last - ((last + eventShardOf(userId)) % (last - first + 1));
    if (this.sizeOf(best) < MIN_FULL_SLOT) return best;
    const count = [...this.slots.values()].reduce((sum, polls) => sum + polls.size, 0);
    const full = Math.max(MIN_FULL_SLOT, (FULL_SLOT_SHARES * count) / this.lastSlot);
    for (let slot = last; slot >= first && this.sizeOf(best) >= full; slot--) {
      if (this.sizeOf(slot) < this.sizeOf(best)) best = slot;
    }
    return best;
  }

  private sizeOf(slot: number): number {
    return this.slots.get(slot)?.size ?? 0;
  }

  private turn(): void {
    this.now++;
    const due = this.slots.get(this.now);
    if (!due) return;
    this.slots.delete(this.now);
    for (const poll of due) poll.heartbeatSlot = undefined;
    this.onDue(due);
  }
}
