import { LiveQueue } from './event-queue.js';
import type { TestUser } from './organization.js';

const SEND_EVERY_MS = 50;

/** A user that sends messages to itself and reads events, through any fault. */
export class NoteToSelf {
  /** Status codes of all sends. */
  readonly statuses = new Set<number>();
  private readonly sentIds: number[] = [];

  private constructor(
    private readonly user: TestUser,
    private readonly queue: LiveQueue,
  ) {}

  static async start(user: TestUser): Promise<NoteToSelf> {
    return new NoteToSelf(user, await LiveQueue.register(user.client, { event_types: ['message'] }));
  }

  /** Returns the status code. */
  async send(): Promise<number> {
    const parameters = { type: 'direct', to: [this.user.userId], content: 'x' };
    const { status, body } = await this.user.client.call('POST', '/messages', parameters);
    this.statuses.add(status);
    if (status === 200) this.sentIds.push(body.id);
    await new Promise((resolve) => setTimeout(resolve, SEND_EVERY_MS));
    return status;
  }

  async sendUntilAcknowledged(count: number): Promise<void> {
    while (this.sentIds.length < count) await this.send();
  }

  /** Waits for the event of each acknowledged message. Returns sentences about broken promises of the queue. */
  async readAll(): Promise<readonly string[]> {
    for (const id of this.sentIds) await this.queue.next((event) => event.message?.id === id);
    await this.queue.stop();
    return this.queue.violations;
  }
}
