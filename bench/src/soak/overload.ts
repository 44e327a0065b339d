import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ApiUser } from '../load/api-user.js';
import type { HttpConnection } from '../load/http-connection.js';
import { type Pace, sendAtPace } from '../load/paced-load.js';

/** Results of the sends since the last sample. */
export interface Window {
  readonly accepted: number[];
  readonly refused: number[];
}

/** Sends at a fixed rate, independent of responses, and records them. */
export class Overload {
  /** Ids of acknowledged messages, by content. */
  readonly acknowledged = new Map<string, number>();
  /** Time of the response in this process, by id. */
  readonly acknowledgedAtMs = new Map<number, number>();
  /** Of sends with another response, or none. */
  readonly statuses = new Map<string, number>();
  /** Milliseconds from writing a request to reading its response. */
  readonly latencies = { accepted: [] as number[], refused: [] as number[] };
  unsent = 0;
  /** Longest delay of this process itself. */
  ownDelayMs = 0;
  private window: Window = { accepted: [], refused: [] };
  private sent = 0;

  constructor(
    private readonly users: readonly ApiUser[],
    private readonly streamId: number,
    private readonly topic: string,
  ) {}

  takeWindow(): Window {
    const { window } = this;
    this.window = { accepted: [], refused: [] };
    return window;
  }

  /** Resolves after the last response. */
  async run(pace: Omit<Pace, 'port'>): Promise<void> {
    const delay = monitorEventLoopDelay();
    delay.enable();
    const [{ port }] = this.users as [ApiUser];
    this.unsent += await sendAtPace({ port, ...pace }, (connection) => this.send(connection));
    delay.disable();
    this.ownDelayMs = Math.max(this.ownDelayMs, delay.max / 1e6);
  }

  private async send(connection: HttpConnection): Promise<void> {
    const user = this.users[this.sent % this.users.length] as ApiUser;
    const content = `soak ${this.sent++}`;
    const startedAt = performance.now();
    const outcome = await connection.exchange(user.toStream(this.streamId, this.topic, content)).then(
      ({ status, body }) => {
        if (status === 200) this.acknowledge(content, JSON.parse(body.toString()).id);
        return String(status);
      },
      (error: Error) => error.message,
    );
    const ms = performance.now() - startedAt;
    const kind = outcome === '200' ? 'accepted' : 'refused';
    this.window[kind].push(ms);
    this.latencies[kind].push(ms);
    if (kind === 'refused') this.statuses.set(outcome, (this.statuses.get(outcome) ?? 0) + 1);
  }

  private acknowledge(content: string, id: number): void {
    this.acknowledged.set(content, id);
    this.acknowledgedAtMs.set(id, performance.now());
  }
}
