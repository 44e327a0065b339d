import type { Principal } from '@chat/contracts';
import { eventually } from '@chat/testing';
import type { FakeOrganization } from './fake-organization.js';
import type { QueueClient, ReadEvent } from './queue-client.js';

/** A queue and a client that acknowledges its events and remembers them. */
export class RecordedQueue {
  readonly messageIds: number[] = [];
  readonly eventIds: number[] = [];
  /** The client must register again. */
  hasEnded = false;
  /** By id, every event that the queue ever returned, acknowledged or not. */
  private readonly meanings = new Map<number, string>();
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

  /** Tries until a holder can take it, as a gateway does. `meanwhile` is between the beginning and the snapshot, and after it. */
  static async register(
    client: QueueClient,
    organization: FakeOrganization,
    userId: number,
    way: 'pending' | 'replayed' = 'pending',
    meanwhile = async () => {},
  ): Promise<RecordedQueue> {
    const actor = organization.user(userId);
    return eventually(
      async () => {
        if (way === 'pending') {
          const { queueId, holder } = await client.create(actor);
          await meanwhile();
          const covered = organization.sequenceOf('messaging');
          await meanwhile();
          await client.open(actor, queueId, holder, { messaging: covered });
          return new RecordedQueue(client, actor, queueId, holder, covered);
        }
        const holder = await client.holderOf(userId);
        const since = await client.logEnd(actor.realmId);
        await meanwhile();
        const covered = organization.sequenceOf('messaging');
        const streamIds = organization.streamsOf(userId);
        await meanwhile();
        const queueId = await client.registerSince(actor, since, { messaging: covered }, streamIds);
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
    if (events === 'unknown queue') this.hasEnded = true;
    if (typeof events === 'string') throw new Error(`Reading the queue of user ${this.userId}: ${events}`);
    for (const event of events) this.remember(event);
  }

  private remember(event: ReadEvent): void {
    const meaning = JSON.stringify(event);
    const known = this.meanings.get(event.id) ?? meaning;
    if (known !== meaning) throw new Error(`Event ${event.id} was ${known}, and is ${meaning}.`);
    this.meanings.set(event.id, meaning);
    this.eventIds.push(event.id);
    this.lastEventId = event.id;
    if (event.message) this.messageIds.push(event.message.id);
  }
}
