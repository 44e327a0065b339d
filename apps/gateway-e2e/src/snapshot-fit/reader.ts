import { setTimeout } from 'node:timers/promises';
import { ChatClient, type WireEvent } from '@chat/chat-client';
import { type ComparableState, comparableState } from '@chat/testing';
import type { TestUser } from '../support/organization.js';
import { promised } from '../support/promised-state.js';
import { stateDifferences } from '../support/state-differences.js';
import type { ChangingWorld } from './changing-world.js';
import type { SeededRandom } from './seeded-random.js';

const SETTLED_WITHIN_MS = 10_000;
const LOOK_AGAIN_MS = 300;

/** Kinds of clients, by the capabilities that they declare at registration. */
const KINDS: Readonly<Record<string, Record<string, unknown>>> = {
  'with every capability': {
    include_subscribers: true,
    apply_markdown: true,
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
  },
  'with no capability': { include_subscribers: true, client_extavatar: false },
};

/** A client that registers after a number of changes, and its events from then on. */
export class Reader {
  readonly events: WireEvent[] = [];
  /** When each event came. */
  private readonly times: number[] = [];
  private readonly states: ComparableState[] = [];
  private readonly client: ChatClient;

  private constructor(
    private readonly user: TestUser,
    private readonly kind: string,
    readonly after: number,
    world: ChangingWorld,
  ) {
    this.client = new ChatClient(world.organization.clientFor(user.email, user.apiKey));
  }

  /** All inspected users, with a client of each kind. */
  static all(world: ChangingWorld, random: SeededRandom, changes: number): Reader[] {
    return world.readers.flatMap((user) =>
      Object.keys(KINDS).map((kind) => new Reader(user, kind, random.below(Math.ceil(changes * 0.8)), world)),
    );
  }

  get name(): string {
    return `${this.user.fullName} ${this.kind}`;
  }

  /** For the search for the reason of a difference. */
  get report(): object {
    const events = this.events.map((event, n) => ({ at: this.times[n], ...event }));
    return { registered: this.states, events, known: this.client.state.toWire() };
  }

  follow(): Promise<void> {
    return this.client.follow(KINDS[this.kind], {
      onState: (state) => this.states.push(structuredClone(state)),
      onEvent: (event) => {
        this.events.push(structuredClone(event));
        this.times.push(Date.now());
      },
    });
  }

  async close(): Promise<void> {
    await this.client.unfollow();
    this.client.api.close();
  }

  /** Differences between the known state and a new registration, once the known state is stable. */
  async differences(): Promise<string[]> {
    const until = Date.now() + SETTLED_WITHIN_MS;
    for (;;) {
      const fresh = await this.registeredNow();
      const [known, told] = promised(comparableState(this.client.state.toWire()), comparableState(fresh), {
        hasEveryCapability: this.kind === 'with every capability',
        events: this.events,
      });
      await this.forgetMutedWildcards(known, told);
      await this.forgetClosedHistory(known, told);
      const differences = stateDifferences(known, told);
      if (differences.length === 0) return [];
      if (Date.now() > until) return differences.map((each) => `${this.name}: ${each}`);
      await setTimeout(LOOK_AGAIN_MS);
    }
  }

  /** A wildcard mention counts depending on the muting at its arrival, which clients evaluate themselves. */
  private async forgetMutedWildcards(known: ComparableState, fresh: ComparableState): Promise<void> {
    const [ours, theirs] = [mentionsIn(known), mentionsIn(fresh)];
    const different = [...new Set([...ours, ...theirs])].filter((id) => !ours.includes(id) || !theirs.includes(id));
    for (const id of different) {
      const { body } = await this.user.client.call('GET', `/messages/${id}`);
      const isWildcard =
        body.message?.flags.includes('wildcard_mentioned') && !body.message.flags.includes('mentioned');
      if (!isWildcard || !this.everMutedIn(body.message.stream_id)) continue;
      for (const state of [known, fresh]) {
        const mentions = mentionsIn(state).filter((other) => other !== id);
        state['unread_msgs'] = { ...(state['unread_msgs'] as Row), mentions };
      }
    }
  }

  /**
   * After the history of a stream is closed, its subscribers no longer see earlier messages. No event names these
   * messages.
   */
  private async forgetClosedHistory(known: ComparableState, fresh: ComparableState): Promise<void> {
    if (!this.events.some((event) => event['history_public_to_subscribers'] === false)) return;
    const still = unreadInStreams(fresh);
    for (const id of unreadInStreams(known).filter((each) => !still.includes(each))) {
      const { status } = await this.user.client.call('GET', `/messages/${id}`);
      if (status !== 200) forgetUnread(known, id);
    }
  }

  private everMutedIn(streamId: number): boolean {
    const told = [...this.states.flatMap(mutingIn), ...this.events.flatMap(mutingOf)];
    return told.includes(streamId);
  }

  private async registeredNow(): Promise<ComparableState> {
    const fresh = await this.user.client.post('/register', KINDS[this.kind]);
    await this.user.client.delete('/events', { queue_id: fresh.queue_id });
    return fresh;
  }
}

type Row = Record<string, unknown>;

const mentionsIn = (state: ComparableState): number[] => (state['unread_msgs'] as { mentions: number[] }).mentions;

const placesIn = (state: ComparableState) =>
  (state['unread_msgs'] as { streams: { unread_message_ids: number[] }[] }).streams;
const unreadInStreams = (state: ComparableState): number[] =>
  placesIn(state).flatMap((place) => place.unread_message_ids);

function forgetUnread(state: ComparableState, messageId: number): void {
  const streams = placesIn(state)
    .map((place) => ({ ...place, unread_message_ids: place.unread_message_ids.filter((id) => id !== messageId) }))
    .filter((place) => place.unread_message_ids.length > 0);
  const mentions = mentionsIn(state).filter((id) => id !== messageId);
  state['unread_msgs'] = { ...(state['unread_msgs'] as Row), streams, mentions };
}

/** Streams that are muted, or have topics with a visibility of their own. */
const mutingIn = (state: ComparableState): unknown[] => [
  ...(state['subscriptions'] as Row[]).filter((row) => row['is_muted']).map((row) => row['stream_id']),
  ...(state['user_topics'] as Row[]).map((row) => row['stream_id']),
];
const mutingOf = (event: WireEvent): unknown[] => {
  if (event.type === 'user_topic' || event['property'] === 'is_muted') return [event['stream_id']];
  return event.type === 'subscription' && event['op'] === 'add'
    ? mutingIn({ subscriptions: event['subscriptions'], user_topics: [] })
    : [];
};
