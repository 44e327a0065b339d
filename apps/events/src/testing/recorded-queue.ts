import type { Principal } from '@chat/contracts';
import { eventually } from '@chat/testing';
import type { FakeOrganization } from './fake-organization.js';
import type { QueueClient, ReadEvent } from './queue-client.js';

/** A queue whose client remembers all that it was told, acknowledging as it goes. */
export class RecordedQueue {
  readonly messageIds: number[] = [];
  readonly eventIds: number[] = [];
  private lastEventId = -1;
  private reading: Promise<void> | undefined;

  private constructor(
    private readonly client: QueueClient,
    readonly actor: Principal,
    readonly queueId: string,
    readonly holder: string,
    /** Messaging's sequence that the registration's snapshot covered. */
    readonly covered: number,
  ) {}

  get userId(): number {
    return this.actor.userId;
  }

  /** Tries until a holder can take it, as a gateway does. */
  static async register(client: QueueClient, organization: FakeOrganization, userId: number): Promise<RecordedQueue> {
    const actor = organization.user(userId);
    return eventually(
      async () => {
        const { queueId, holder } = await client.create(actor);
        const covered = organization.sequenceOf('messaging');
        await client.open(actor, queueId, holder, { messaging: covered });
        return new RecordedQueue(client, actor, queueId, holder, covered);
      },
      { withinMs: 12_000, what: `a queue of user ${userId}` },
    ) as Promise<RecordedQueue>;
  }

  /** One reading at a time: two would be given the same events. */
  readOn(): Promise<void> {
    this.reading ??= this.read().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  async readUntil(count: number): Promise<void> {
    await eventually(async () => {
      await this.readOn();
      return this.messageIds.length >= count;
    });
  }

  /** Waits for unread events without remembering or acknowledging them. */
  async peekUntil(count: number): Promise<void> {
    await eventually(async () => {
      const events = await this.client.read(this.actor, this.queueId, this.lastEventId);
      return typeof events !== 'string' && events.length >= count;
    });
  }

  private async read(): Promise<void> {
    const events = await this.client.read(this.actor, this.queueId, this.lastEventId);
    if (typeof events === 'string') throw new Error(`Reading the queue of user ${this.userId}: ${events}`);
    for (const event of events) this.remember(event);
  }

  private remember(event: ReadEvent): void {
    this.eventIds.push(event.id);
    this.lastEventId = event.id;
    if (event.message) this.messageIds.push(event.message.id);
  }
}
