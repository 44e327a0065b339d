import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { ApiUser } from '../load/api-user.js';
import { sleep } from '../load/closed-loop.js';
import { HttpConnection } from '../load/http-connection.js';

/** What became of the sends since the last look. */
export interface Window {
  readonly accepted: number[];
  readonly refused: number[];
}

/** How many send, and how fast. */
export interface Load {
  /** Connections that send at the same time at most; what is due while all of them wait for an answer is not sent. */
  readonly connections: number;
  /** All of them together; infinite: each sends its next message as soon as the last was answered, whatever the answer was. */
  readonly perSecond: number;
  readonly durationMs: number;
}

/** Sends at a fixed rate, whatever comes back, and remembers it. */
export class Overload {
  /** Ids of acknowledged messages, by content. */
  readonly acknowledged = new Map<string, number>();
  /** When this process knew of it, by id. */
  readonly acknowledgedAtMs = new Map<number, number>();
  /** Of sends that were answered otherwise, or not at all. */
  readonly statuses = new Map<string, number>();
  /** Milliseconds from when a request was written to when its answer had been read. */
  readonly latencies = { accepted: [] as number[], refused: [] as number[] };
  unsent = 0;
  /** The longest that this process itself was late. */
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

  /** Resolves when the last one was answered. */
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

/** Somebody who sends, on a connection of their own. */
interface Client {
  readonly user: ApiUser;
  readonly connection: HttpConnection;
}
