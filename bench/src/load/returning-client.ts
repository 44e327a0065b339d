import type { ApiUser } from './api-user.js';
import { sleep } from './closed-loop.js';
import { HttpConnection } from './http-connection.js';
import { MarkedMessages } from './marked-messages.js';

/** Pauses after failures, as libs/chat-client makes them. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

/** Of everything. */
export const registrationOf = (user: ApiUser): Buffer => user.post('/register', { apply_markdown: true });

/** A client that polls its event queue, and registers everything again when the queue has ended. */
export class ReturningClient {
  /** Registrations that the gateway refused before it began them, and that failed later. */
  refusals = 0;
  failures = 0;
  private readonly connection: HttpConnection;

  constructor(
    private readonly user: ApiUser,
    private readonly queueId: string,
  ) {
    this.connection = new HttpConnection(user.port);
  }

  /** Polls until the queue has ended. Resolves when the client has a queue again, with the times of both moments. */
  async returned(): Promise<{ endedAt: number; registeredAt: number }> {
    await this.untilEnded();
    const endedAt = performance.now();
    await this.register();
    return { endedAt, registeredAt: performance.now() };
  }

  close(): void {
    this.connection.close();
  }

  private async untilEnded(): Promise<void> {
    const messages = new MarkedMessages();
    messages.isCounting = false;
    let lastEventId = -1;
    for (let failures = 0; ; ) {
      const poll = this.user.get('/events', { queue_id: this.queueId, last_event_id: lastEventId });
      const { status, body } = await this.connection.exchange(poll).catch(() => NO_RESPONSE);
      if (status === 400) return;
      if (status === 200) {
        failures = 0;
        lastEventId = messages.take(body) ?? lastEventId;
      } else await sleep(pauseMs(failures++));
    }
  }

  private async register(): Promise<void> {
    const request = registrationOf(this.user);
    for (;;) {
      const { status, body } = await this.connection.exchange(request).catch(() => NO_RESPONSE);
      if (status === 200) return;
      const error = status === 503 ? JSON.parse(body.toString()) : {};
      const pause = pauseMs(this.refusals + this.failures, error['retry-after']);
      if (error.outcome === 'not_started') this.refusals++;
      else this.failures++;
      await sleep(pause);
    }
  }
}

const NO_RESPONSE = { status: 0, body: Buffer.alloc(0) };

function pauseMs(failures: number, retryAfterSeconds = 0): number {
  const backOffMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2);
  return Math.max(backOffMs, retryAfterSeconds * 1_000 * (1 + Math.random() / 4));
}
