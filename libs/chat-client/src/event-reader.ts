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
  /** A request succeeded: the first one, or the first after failures. */
  readonly onConnected?: () => void;
  /** The credentials are no longer valid: the reader ends. */
  readonly onSignedOut?: () => void;
}

/** A queue to go on reading, in another tab for example. */
export interface EventQueue {
  readonly id: string;
  readonly lastEventId: number;
}

const FIRST_PAUSE_MS = 100;
/** With a request after it, a client is right within ten seconds of the network's return. */
const LONGEST_PAUSE_MS = 8_000;
/** Heartbeats come after 55 seconds at most: later the connection is dead, even if it looks alive. */
const POLL_TIMEOUT_MS = 75_000;

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

/** Whether the same request may succeed later: the network, an overload or a failure of the server. */
export const isTransient = (error: unknown): boolean =>
  !(error instanceof UnexpectedResponse) || error.response.status === 429 || error.response.status >= 500;

const isSignedOut = (error: unknown): boolean =>
  error instanceof UnexpectedResponse && error.response.status === 401 && error.response.body?.code === 'UNAUTHORIZED';

/**
 * Reads the events of one user: registers, polls and acknowledges. After a failed request it waits as {@link pauseMs} says, and tries
 * again; if the queue is gone, it registers again. `stop` ends a waiting poll, and the listener is not called after it.
 */
export class EventReader {
  private readonly stopping = new AbortController();
  private readonly reading: Promise<void>;
  private attempt = new AbortController();
  private isConnected = false;

  /** Reads on from a queue, or registers at once if there is none. */
  constructor(
    private readonly client: ApiClient,
    private readonly registration: Registration,
    private readonly listener: EventReaderListener,
    private queue?: EventQueue,
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
      const onState = (state: WireState) => {
        listener.onState?.(state);
        resolve(reader);
      };
      const reader = new EventReader(client, registration, { ...listener, onState });
    });
  }

  get queueId(): string | undefined {
    return this.queue?.id;
  }

  /** Repeats the present request at once, because its connection may be dead, or ends the pause. */
  wake(): void {
    this.isConnected = false;
    this.attempt.abort();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.reading;
  }

  private async run(): Promise<void> {
    // The caller has the reader before the first result.
    await undefined;
    let failures = 0;
    while (!this.stopping.signal.aborted) {
      this.attempt = new AbortController();
      const error = await this.tryOnce();
      if (isSignedOut(error)) return this.listener.onSignedOut?.();
      if (error === undefined || this.attempt.signal.aborted) failures = 0;
      else await this.failed(error, failures++);
    }
  }

  /** Resolves with the error, unless the reader was stopped. */
  private async tryOnce(): Promise<Error | undefined> {
    try {
      await (this.queue === undefined ? this.register() : this.poll(this.queue));
      if (!this.isConnected) this.listener.onConnected?.();
      this.isConnected = true;
    } catch (error) {
      if (!this.stopping.signal.aborted) return error as Error;
    }
    return undefined;
  }

  private async failed(error: Error, earlierFailures: number): Promise<void> {
    this.isConnected = false;
    this.listener.onError?.(error);
    await this.pause(pauseMs(earlierFailures, error));
  }

  private async register(): Promise<void> {
    const response = await this.client.call('POST', '/register', this.registration, this.signal(POLL_TIMEOUT_MS));
    if (response.status !== 200) throw new UnexpectedResponse('POST /register', response);
    if (this.stopping.signal.aborted) return;
    const state: WireState = response.body;
    this.queue = { id: state.queue_id as string, lastEventId: state.last_event_id as number };
    this.listener.onState?.(state);
  }

  private async poll(queue: EventQueue): Promise<void> {
    // A dead connection shows itself by silence, so the first poll after a failure does not wait for an event.
    const parameters: ParametersFor<typeof getEvents> = {
      queue_id: queue.id,
      last_event_id: queue.lastEventId,
      dont_block: this.isConnected ? undefined : true,
    };
    const response = await this.client.call('GET', '/events', parameters, this.signal(POLL_TIMEOUT_MS));
    const { status, body } = response;
    if (body.code === 'BAD_EVENT_QUEUE_ID') {
      this.queue = undefined;
      return;
    }
    if (status !== 200) throw new UnexpectedResponse('GET /events', response);
    for (const event of (body as Page).events as readonly WireEvent[]) {
      if (this.stopping.signal.aborted) return;
      this.queue = { id: queue.id, lastEventId: event.id };
      this.listener.onEvent?.(event);
    }
  }

  private signal(timeoutMs: number): AbortSignal {
    return AbortSignal.any([this.stopping.signal, this.attempt.signal, AbortSignal.timeout(timeoutMs)]);
  }

  /** Resolves early if the reader is stopped or woken. */
  private pause(ms: number): Promise<void> {
    const signal = AbortSignal.any([this.stopping.signal, this.attempt.signal]);
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
