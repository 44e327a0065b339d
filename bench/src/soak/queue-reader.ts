import type { ApiUser } from '../load/api-user.js';
import { sleep } from '../load/closed-loop.js';
import { HttpConnection } from '../load/http-connection.js';

const RETRY_AFTER_MS = 500;

interface PolledEvent {
  readonly id: number;
  readonly type: string;
  readonly message?: { readonly id: number };
}

/** A queue that is read the whole time, and what it must not do. */
export class QueueReader {
  readonly messageIds = new Set<number>();
  readonly violations: string[] = [];
  /** Polls that were refused or broke off. */
  refusals = 0;
  /** It fell behind by more than a queue may hold, and has to register again: allowed, unlike a hole. */
  isDropped = false;
  private readonly connection: HttpConnection;
  private isStopped = false;
  private lastEventId = -1;
  private lastMessageId = 0;

  private constructor(
    private readonly user: ApiUser,
    private readonly queueId: string,
  ) {
    this.connection = new HttpConnection(user.port);
    void this.run();
  }

  static async register(user: ApiUser): Promise<QueueReader> {
    const { queue_id } = await user.ask(user.post('/register', { event_types: '["message"]' }));
    return new QueueReader(user, queue_id);
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
        if (status === 200) for (const event of JSON.parse(body.toString()).events) this.take(event);
        else if (status === 400) {
          this.isDropped = true;
          return;
        } else throw new Error(String(status));
      } catch {
        if (this.isStopped) return;
        this.refusals++;
        await sleep(RETRY_AFTER_MS);
      }
    }
  }

  private take({ id, message }: PolledEvent): void {
    if (id <= this.lastEventId) this.violations.push(`Event ${id} came after ${this.lastEventId}.`);
    this.lastEventId = id;
    if (message === undefined) return;
    if (message.id <= this.lastMessageId) this.violations.push(`${message.id} came after ${this.lastMessageId}.`);
    this.lastMessageId = message.id;
    this.messageIds.add(message.id);
  }
}
