/** A message that arrived in the open view. */
export interface Arrival {
  readonly sender: string;
  /** The content of the message as plain text. */
  readonly excerpt: string;
}

/** An entry of the log for the messages of one interval. */
export type Announcement =
  | { readonly kind: 'message'; readonly sender: string; readonly excerpt: string }
  | { readonly kind: 'flood'; readonly count: number; readonly senders: readonly string[] };

/** More messages than this in one interval are summed up. */
const MAX_SPOKEN = 2;
const INTERVAL_MS = 1_000;
const MAX_EXCERPT = 200;

/** Speech is slower than chat: messages are collected for a moment, and a flood becomes one sentence. */
export function announce(arrivals: readonly Arrival[]): readonly Announcement[] {
  if (arrivals.length <= MAX_SPOKEN) {
    return arrivals.map(({ sender, excerpt }) => ({ kind: 'message', sender, excerpt: excerpt.slice(0, MAX_EXCERPT) }));
  }
  return [{ kind: 'flood', count: arrivals.length, senders: [...new Set(arrivals.map(({ sender }) => sender))] }];
}

/** Collects arrivals and passes on their announcements. */
export class Announcer {
  private arrivals: Arrival[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly say: (announcements: readonly Announcement[]) => void) {}

  arrive(arrivals: readonly Arrival[]): void {
    this.arrivals.push(...arrivals);
    this.timer ??= setTimeout(() => this.flush(), INTERVAL_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private flush(): void {
    this.timer = undefined;
    const { arrivals } = this;
    this.arrivals = [];
    this.say(announce(arrivals));
  }
}
