import type { TabLock } from './tab-message.js';

/** A message of tabs that have no Web Locks. */
export type LockMessage =
  /** Asks for the leader, which responds at once. */
  | { readonly kind: 'ask' }
  /** The leader; of two the one with the higher term leads, of two with the same term the one with the higher id. */
  | { readonly kind: 'leads'; readonly term: number; readonly id: string }
  /** The leader is closed. */
  | { readonly kind: 'free' };

/** As BroadcastChannel. */
export interface LockChannel {
  postMessage(message: LockMessage): void;
  onmessage: ((event: { readonly data: LockMessage }) => void) | null;
}

/** The leader of a browser is asked so often. Timers of hidden tabs run once a minute, the one in sight is in time. */
export const ASK_EVERY_MS = 2_000;
/** A busy leader responds later than that to a new tab at most rarely: then two lead for a moment. */
export const NEW_TAB_WAITS_MS = 200;
/** Longer than a busy leader is silent. */
export const SILENCE_MS = 3_000;
/** Waiting tabs take over from a closed one one after the other. */
const SPREAD_MS = 100;

/**
 * Runs `lead` in one tab at a time, by messages. For pages over plain HTTP, which have no Web Locks. Two tabs may lead for a moment, when
 * both begin or when a frozen one wakes up; then the signal of one of them ends.
 */
export class ChannelLock implements TabLock {
  private term = 0;
  private leading: AbortController | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lead: (ended: AbortSignal) => void = () => undefined;

  constructor(
    private readonly channel: LockChannel,
    private readonly id = `${Math.random()}`,
  ) {}

  hold(lead: (ended: AbortSignal) => Promise<void>): void {
    this.lead = (ended) => void lead(ended);
    this.channel.onmessage = ({ data }) => this.take(data);
    this.ask(NEW_TAB_WAITS_MS);
  }

  /** The page is closed. */
  release(): void {
    clearTimeout(this.timer);
    this.channel.onmessage = null;
    if (this.leading !== undefined) this.channel.postMessage({ kind: 'free' });
  }

  /** Leads after a silence. */
  private ask(silenceMs: number): void {
    this.wait(() => this.claim(), silenceMs + SPREAD_MS * Math.random());
    this.channel.postMessage({ kind: 'ask' });
  }

  private claim(): void {
    this.term++;
    this.leading = new AbortController();
    this.postLeads();
    this.lead(this.leading.signal);
  }

  private take(message: LockMessage): void {
    if (message.kind === 'leads') this.takeLeader(message);
    else if (message.kind === 'free' && this.leading === undefined) {
      this.wait(() => this.claim(), SPREAD_MS * Math.random());
    } else if (message.kind === 'ask' && this.leading !== undefined) this.postLeads();
  }

  private takeLeader({ term, id }: LockMessage & { kind: 'leads' }): void {
    const isLower = term < this.term || (term === this.term && id < this.id);
    if (this.leading !== undefined && isLower) {
      this.postLeads();
      return;
    }
    this.term = Math.max(this.term, term);
    this.leading?.abort();
    this.leading = undefined;
    this.wait(() => this.ask(SILENCE_MS), ASK_EVERY_MS);
  }

  private wait(next: () => void, ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(next, ms);
  }

  private postLeads(): void {
    this.channel.postMessage({ kind: 'leads', term: this.term, id: this.id });
  }
}
