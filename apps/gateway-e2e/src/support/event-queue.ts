import type { ApiClient, ApiParameters } from './api-client.js';

// biome-ignore lint/suspicious/noExplicitAny: tests read any field of an event.
export type WireEvent = { id: number; type: string } & Record<string, any>;

/** Between two tries while the service cannot be reached. */
const RETRY_AFTER_MS = 100;

/**
 * A registered event queue under permanent long polls, as in an app, also through restarts. Stores all events but
 * heartbeats, and all violations of the promises of a queue.
 */
export class LiveQueue {
  readonly events: WireEvent[] = [];
  readonly heartbeats: WireEvent[] = [];
  /** Sentences about broken promises; empty if there are none. */
  readonly violations: string[] = [];
  /** Polls that were answered neither with events nor that the queue is gone. */
  refusals = 0;
  private readonly stopping = new AbortController();
  private lastEventId: number;
  private readonly reading: Promise<void>;

  private constructor(
    readonly client: ApiClient,
    readonly queueId: string,
    readonly state: Record<string, unknown>,
    lastEventId: number,
  ) {
    this.lastEventId = lastEventId;
    this.reading = this.read();
  }

  static async register(client: ApiClient, parameters: ApiParameters = {}): Promise<LiveQueue> {
    const state = await client.post('/register', parameters);
    return new LiveQueue(client, state.queue_id, state, state.last_event_id);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.reading;
  }

  /** The first event, so far or to come, for which `test` holds. The time is for a machine that is busy after a fault. */
  async next(test: (event: WireEvent) => boolean, withinMs = 30_000): Promise<WireEvent> {
    const deadline = performance.now() + withinMs;
    for (;;) {
      const found = this.events.find(test);
      if (found) return found;
      if (performance.now() > deadline) {
        const seen = this.events.map((event) => event.type).join(', ') || 'nothing';
        const others = `${this.refusals} polls were refused. ${this.violations.join(' ')}`;
        throw new Error(`Waited ${withinMs} ms for an event; came: ${seen}. ${others}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Leaves out events that only served the test. */
  forget(test: (event: WireEvent) => boolean): void {
    const kept = this.events.filter((event) => !test(event));
    this.events.splice(0, this.events.length, ...kept);
  }

  ofType(type: string): WireEvent[] {
    return this.events.filter((event) => event.type === type);
  }

  private async read(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const parameters = { queue_id: this.queueId, last_event_id: this.lastEventId };
      try {
        const answer = await this.client.call('GET', '/events', parameters, this.stopping.signal);
        if (answer.status === 200) this.take(answer.body.events);
        else if (answer.status === 400) {
          this.violations.push(`The queue was dropped: ${JSON.stringify(answer.body)}`);
          return;
        } else {
          this.refusals++;
          await this.pause();
        }
      } catch {
        // A gateway that died or is not back yet: an app tries again.
        await this.pause();
      }
    }
  }

  private take(events: WireEvent[]): void {
    for (const event of events) {
      if (event.id <= this.lastEventId) {
        this.violations.push(`Event ${event.id} (${event.type}) came after ${this.lastEventId}.`);
      }
      this.lastEventId = event.id;
      (event.type === 'heartbeat' ? this.heartbeats : this.events).push(event);
    }
  }

  private async pause(): Promise<void> {
    if (!this.stopping.signal.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
  }
}
