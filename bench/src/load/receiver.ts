import type { ApiUser } from './api-user.js';
import { sleep } from './closed-loop.js';
import { HttpConnection } from './http-connection.js';
import type { MarkedMessages } from './marked-messages.js';

/** Wait after a refusal: `retry-after`, spread as clients do. */
const RETRY_AFTER_MS = 1_000;

/** An event queue under continuous long polls, as by an app. */
export class Receiver {
  private readonly connection: HttpConnection;
  private isStopped = false;
  private lastEventId = -1;
  /** Polls that were refused or broke off. */
  failures = 0;

  constructor(
    private readonly user: ApiUser,
    private readonly queueId: string,
    private readonly messages: MarkedMessages,
  ) {
    this.connection = new HttpConnection(user.port);
  }

  start(): void {
    void this.run();
  }

  stop(): void {
    this.isStopped = true;
    this.connection.close();
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      const query = { queue_id: this.queueId, last_event_id: this.lastEventId };
      try {
        const { status, body } = await this.connection.exchange(this.user.get('/events', query));
        if (status !== 200) throw new Error(String(status));
        this.lastEventId = this.messages.take(body) ?? this.lastEventId;
      } catch {
        if (this.isStopped) return;
        this.failures++;
        await sleep(RETRY_AFTER_MS * (1 + Math.random()));
      }
    }
  }
}
