import { ChatClient, type WireEvent } from '@chat/chat-client';
import { comparableState } from '@chat/testing';
import type { ApiClient } from '../support/api-client.js';
import type { QueueFault } from '../support/ledger.js';
import { promised } from '../support/promised-state.js';
import { stateDifferences } from '../support/state-differences.js';

const REGISTRATION = {
  include_subscribers: true,
  client_extavatar: true,
  slim_presence: true,
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: true,
    stream_typing_notifications: true,
    user_settings_object: true,
    linkifier_url_template: true,
  },
};
const LOOK_AGAIN_MS = 500;

/** One event queue of a client: from a registration to the next one. */
export interface QueueRecord {
  readonly queueId: string;
  readonly registeredAtMs: number;
  /** Newer messages come as events. */
  readonly newestMessageId: number;
  readonly events: WireEvent[];
  /** Wrong order of event ids. */
  readonly faults: QueueFault[];
}

/** An app of one user that follows all events, and registers again if its queue ended. It remembers all its queues. */
export class Follower {
  /** The last one is the present one. */
  readonly queues: QueueRecord[] = [];
  /** Requests that failed. */
  readonly failures: string[] = [];
  private readonly client: ChatClient;
  private lastEventId = -1;

  private constructor(private readonly api: ApiClient) {
    this.client = new ChatClient(api);
  }

  static async start(api: ApiClient): Promise<Follower> {
    const follower = new Follower(api);
    await follower.client.follow(REGISTRATION, {
      onState: (state) => {
        const { queue_id, last_event_id, max_message_id } = state as Record<string, unknown>;
        follower.lastEventId = Number(last_event_id);
        follower.queues.push({
          queueId: String(queue_id),
          registeredAtMs: performance.now(),
          newestMessageId: Number(max_message_id),
          events: [],
          faults: [],
        });
      },
      onEvent: (event) => follower.take(event),
      onError: (error) => follower.failures.push(error.message),
    });
    return follower;
  }

  private get present(): QueueRecord {
    return this.queues.at(-1) as QueueRecord;
  }

  /** Differences between the known state and a new registration, once there are none, or at the deadline. */
  async differences(withinMs: number): Promise<string[]> {
    const deadline = performance.now() + withinMs;
    for (;;) {
      const found = await this.differencesNow().catch((error: Error) => [error.message]);
      if (found.length === 0 || performance.now() > deadline) return found;
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }

  async stop(): Promise<void> {
    await this.client.unfollow();
  }

  private take(event: WireEvent): void {
    const { events, faults } = this.present;
    if (event.id === this.lastEventId) faults.push({ kind: 'repeated', sentence: `event ${event.id} came twice.` });
    else if (event.id < this.lastEventId)
      faults.push({ kind: 'out of order', sentence: `event ${event.id} came after ${this.lastEventId}.` });
    this.lastEventId = event.id;
    events.push(structuredClone(event));
  }

  private async differencesNow(): Promise<string[]> {
    const fresh = await this.api.post('/register', REGISTRATION);
    await this.api.delete('/events', { queue_id: fresh.queue_id });
    const states = promised(comparableState(this.client.state.toWire()), comparableState(fresh), {
      hasEveryCapability: true,
      events: this.present.events,
    });
    return stateDifferences(...states);
  }
}
