import type { ApiUser } from './api-user.js';
import { sleep } from './closed-loop.js';
import { HttpConnection } from './http-connection.js';
import { MarkedMessages } from './marked-messages.js';

/** Pauses after refusals, as libs/chat-client makes them. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

/** A client that polls its event queue, and registers everything again when the queue has ended. */
export class ReturningClient {
  /** Refused registrations. */
  refusals = 0;
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
    const request = this.user.post('/register', { apply_markdown: true });
    for (;;) {
      const { status } = await this.connection.exchange(request).catch(() => NO_RESPONSE);
      if (status === 200) return;
      await sleep(pauseMs(this.refusals++));
    }
  }
}

const NO_RESPONSE = { status: 0, body: Buffer.alloc(0) };

const pauseMs = (failures: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2);
