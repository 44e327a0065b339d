import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { ApiUser } from '../load/api-user.js';
import { sleep } from '../load/closed-loop.js';
import { HttpConnection } from '../load/http-connection.js';

/** Results of the sends since the last sample. */
export interface Window {
  readonly accepted: number[];
  readonly refused: number[];
}

/** Number and rate of the senders. */
export interface Load {
  /** Connections. A request that is due while all of them wait for a response is skipped. */
  readonly connections: number;
  /** Rate of all together. Infinite: each sends its next message right after any response. */
  readonly perSecond: number;
  readonly durationMs: number;
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
  private readonly open = new Set<Promise<void>>();
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
  async run({ connections, perSecond, durationMs }: Load): Promise<void> {
    const idle = Array.from({ length: connections }, (_, n) => this.clientFor(n));
    const all = [...idle];
    const delay: IntervalHistogram = monitorEventLoopDelay();
    delay.enable();
    const beganAt = performance.now();
    let due = 0;
    for (let now = beganAt; now < beganAt + durationMs; now = performance.now()) {
      const wanted = ((now - beganAt) * perSecond) / 1_000 || 0;
      for (; due < wanted; due++) {
        const client = idle.shift();
        if (client === undefined) break;
        this.begin(client, () => idle.push(client));
      }
      if (due < wanted && perSecond !== Number.POSITIVE_INFINITY) {
        this.unsent += Math.floor(wanted) - due;
        due = Math.floor(wanted);
      }
      await sleep(2);
    }
    await Promise.all(this.open);
    delay.disable();
    this.ownDelayMs = Math.max(this.ownDelayMs, delay.max / 1e6);
    for (const { connection } of all) connection.close();
  }

  private clientFor(n: number): Client {
    const user = this.users[n % this.users.length] as ApiUser;
    return { user, connection: new HttpConnection(user.port) };
  }

  private begin(client: Client, onEnd: () => void): void {
    const sending = this.send(client).finally(() => {
      this.open.delete(sending);
      onEnd();
    });
    this.open.add(sending);
  }

  private async send({ user, connection }: Client): Promise<void> {
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

/** A sender with its own connection. */
interface Client {
  readonly user: ApiUser;
  readonly connection: HttpConnection;
}
