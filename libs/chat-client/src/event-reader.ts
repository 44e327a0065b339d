import type { getEvents, registerQueue, WireResponseOf } from '@chat/contracts';
import { type ApiClient, type ParametersFor, UnexpectedResponse } from './api-client.js';
import type { WireState } from './state/wire-state.js';

/** An event of any type; `ClientState` knows the fields of each. */
export type WireEvent = { readonly id: number; readonly type: string } & Readonly<Record<string, unknown>>;

type Registration = ParametersFor<typeof registerQueue>;
type Page = WireResponseOf<typeof getEvents>;

export interface EventReaderListener {
  /** At the start, and again after the queue was gone: replaces everything that the client knew. */
  readonly onState?: (state: WireState) => void;
  /** In order, each event once per queue; heartbeats too. */
  readonly onEvent?: (event: WireEvent) => void;
  /** A request failed; the reader tries again. */
  readonly onError?: (error: Error) => void;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Pause after so many earlier failures, never shorter than the server's `retry-after`. It differs by chance, because the queues of many
 * clients may end at the same moment.
 */
export function pauseMs(failures: number, error?: unknown, random: () => number = Math.random): number {
  const backOffMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + random() / 2);
  return Math.max(backOffMs, retryAfterMs(error) * (1 + random() / 4));
}

/** Zero if the server named no time. */
function retryAfterMs(error: unknown): number {
  const seconds = error instanceof UnexpectedResponse ? Number(error.response.headers['retry-after']) : 0;
  return seconds > 0 ? seconds * 1_000 : 0;
}

/**
 * Reads the events of one user: registers, polls and acknowledges. After a failed request it waits as {@link pauseMs} says, and tries
 * again; if the queue is gone, it registers again. `stop` ends a waiting poll, and the listener is not called after it.
 */
export class EventReader {
  private readonly stopping = new AbortController();
  private readonly reading: Promise<void>;
  private queue: { id: string; lastEventId: number } | undefined;

  private constructor(
    private readonly client: ApiClient,
    private readonly registration: Registration,
    private readonly listener: EventReaderListener,
    private readonly onRegistered: () => void,
  ) {
    this.reading = this.run();
  }

  /** Resolves after the first registration. */
  static async start(
    client: ApiClient,
    registration: Registration = {},
    listener: EventReaderListener = {},
  ): Promise<EventReader> {
    return new Promise((resolve) => {
      const reader: EventReader = new EventReader(client, registration, listener, () => resolve(reader));
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
        this.listener.onError?.(error as Error);
        await this.pause(pauseMs(failures++, error));
      }
    }
  }

  private async register(): Promise<void> {
    const state = await this.client.post<typeof registerQueue>('/register', this.registration);
    this.queue = { id: state.queue_id as string, lastEventId: state.last_event_id };
    this.listener.onState?.(state as WireState);
    this.onRegistered();
  }

  private async poll(queue: { id: string; lastEventId: number }): Promise<void> {
    const parameters: ParametersFor<typeof getEvents> = { queue_id: queue.id, last_event_id: queue.lastEventId };
    const response = await this.client.call('GET', '/events', parameters, this.stopping.signal);
    const { status, body } = response;
    if (body.code === 'BAD_EVENT_QUEUE_ID') {
      this.queue = undefined;
      return;
    }
    if (status !== 200) throw new UnexpectedResponse('GET /events', response);
    for (const event of (body as Page).events as readonly WireEvent[]) {
      if (this.stopping.signal.aborted) return;
      queue.lastEventId = event.id;
      this.listener.onEvent?.(event);
    }
  }

  /** Resolves early if the reader is stopped. */
  private pause(ms: number): Promise<void> {
    const { signal } = this.stopping;
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end);
    });
  }
}
