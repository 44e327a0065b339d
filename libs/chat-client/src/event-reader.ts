import { setTimeout } from 'node:timers/promises';
import type { getEvents, registerQueue, WireResponseOf } from '@chat/contracts';
import type { ApiClient, ParametersFor } from './api-client.js';
import type { WireState } from './state/state-change.js';

/** An event as it came; `ClientState` knows the fields of each type. */
export type WireEvent = { readonly id: number; readonly type: string } & Readonly<Record<string, unknown>>;

type Registration = ParametersFor<typeof registerQueue>;
type Page = WireResponseOf<typeof getEvents>;

/** What a reader tells of its queue. */
export interface EventReaderListener {
  /** First, and again whenever the queue was gone: what was known before is replaced by this. */
  readonly onState?: (state: WireState) => void;
  /** In order, each once per queue; heartbeats too. */
  readonly onEvent?: (event: WireEvent) => void;
  /** The service cannot be reached, or cannot answer; the reader tries again. */
  readonly onTrouble?: (trouble: Error) => void;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Reads one user's events the whole time, as an app does: registers, polls, acknowledges, waits longer and longer while the service
 * is away, and registers again when the queue is gone. `stop` ends a poll that waits; nothing is told after it.
 */
export class EventReader {
  private readonly stopping = new AbortController();
  private readonly reading: Promise<void>;
  private queue: { id: string; lastEventId: number } | undefined;

  private constructor(
    private readonly client: ApiClient,
    private readonly registration: Registration,
    private readonly listener: EventReaderListener,
    private readonly settle: { registered(): void },
  ) {
    this.reading = this.run();
  }

  /** Resolves when the first queue is registered and its state was told. */
  static async start(
    client: ApiClient,
    registration: Registration = {},
    listener: EventReaderListener = {},
  ): Promise<EventReader> {
    return new Promise((resolve) => {
      const reader: EventReader = new EventReader(client, registration, listener, {
        registered: () => resolve(reader),
      });
    });
  }

  get queueId(): string | undefined {
    return this.queue?.id;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.reading;
  }

  private async run(): Promise<void> {
    let failures = 0;
    while (!this.stopping.signal.aborted) {
      try {
        await (this.queue === undefined ? this.register() : this.poll(this.queue));
        failures = 0;
      } catch (error) {
        if (this.stopping.signal.aborted) return;
        this.listener.onTrouble?.(error as Error);
        await this.pause(Math.min(FIRST_PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS));
      }
    }
  }

  private async register(): Promise<void> {
    const state = await this.client.post<typeof registerQueue>('/register', this.registration);
    this.queue = { id: state.queue_id as string, lastEventId: state.last_event_id };
    this.listener.onState?.(state as WireState);
    this.settle.registered();
  }

  private async poll(queue: { id: string; lastEventId: number }): Promise<void> {
    const parameters: ParametersFor<typeof getEvents> = { queue_id: queue.id, last_event_id: queue.lastEventId };
    const { status, body } = await this.client.call('GET', '/events', parameters, this.stopping.signal);
    if (body.code === 'BAD_EVENT_QUEUE_ID') {
      this.queue = undefined;
      return;
    }
    if (status !== 200) throw new Error(`GET /events answered ${status}: ${body.msg}`);
    for (const event of (body as Page).events as readonly WireEvent[]) {
      if (this.stopping.signal.aborted) return;
      queue.lastEventId = event.id;
      this.listener.onEvent?.(event);
    }
  }

  private async pause(ms: number): Promise<void> {
    // Rejects when the reader is stopped meanwhile, which its loop notices.
    await setTimeout(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
