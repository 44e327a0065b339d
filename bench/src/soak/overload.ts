import type { ApiUser } from '../load/api-user.js';
import { sleep } from '../load/closed-loop.js';
import { HttpConnection } from '../load/http-connection.js';

/**
 * What is due while so many requests are open is not sent. More connections than may wait to be accepted (4,096, in Linux by
 * default) are dropped by the system itself, whatever the service does.
 */
const MAX_CONNECTIONS = 4_000;

/** What became of the sends so far; windows are read and emptied by whoever plots them. */
export interface Window {
  accepted: number;
  refused: number;
  latencies: number[];
}

/** Sends at a fixed rate, whatever comes back, and remembers it. */
export class Overload {
  /** Ids of acknowledged messages, by content. */
  readonly acknowledged = new Map<string, number>();
  /** Of sends that were answered otherwise, or not at all. */
  readonly statuses = new Map<string, number>();
  unsent = 0;
  private window: Window = { accepted: 0, refused: 0, latencies: [] };
  private readonly idle: HttpConnection[] = [];
  private readonly open = new Set<Promise<void>>();

  constructor(
    private readonly users: readonly ApiUser[],
    private readonly streamId: number,
  ) {}

  takeWindow(): Window {
    const { window } = this;
    this.window = { accepted: 0, refused: 0, latencies: [] };
    return window;
  }

  /** Resolves when the last one was answered. */
  async run(perSecond: number, durationMs: number): Promise<void> {
    const beganAt = performance.now();
    const total = Math.round((perSecond * durationMs) / 1_000);
    for (let sent = 0; sent < total; ) {
      const due = Math.min(total, Math.floor(((performance.now() - beganAt) * perSecond) / 1_000) + 1);
      for (; sent < due; sent++) {
        if (this.open.size >= MAX_CONNECTIONS) this.unsent++;
        else this.begin(sent);
      }
      await sleep(2);
    }
    await Promise.all(this.open);
    for (const connection of this.idle) connection.close();
  }

  private begin(n: number): void {
    const sending = this.send(n).finally(() => this.open.delete(sending));
    this.open.add(sending);
  }

  private async send(n: number): Promise<void> {
    const user = this.users[n % this.users.length] as ApiUser;
    const content = `soak ${n}`;
    const startedAt = performance.now();
    const connection = this.idle.pop() ?? new HttpConnection(user.port);
    const outcome = await connection.exchange(user.toStream(this.streamId, 'soak', content)).then(
      ({ status, body }) => {
        if (status === 200) this.acknowledged.set(content, JSON.parse(body.toString()).id);
        return String(status);
      },
      (error: Error) => error.message,
    );
    this.idle.push(connection);
    if (outcome === '200') {
      this.window.accepted++;
      this.window.latencies.push(performance.now() - startedAt);
      return;
    }
    this.window.refused++;
    this.statuses.set(outcome, (this.statuses.get(outcome) ?? 0) + 1);
  }
}
