import type { ChatClient, WireEvent } from '@chat/chat-client';
import { StreamLists } from '../stream-lists/stream-lists.js';
import { subscriberChange } from './subscriber-change.js';

/** Streams with subscribers that stay known. */
export const MAX_STREAMS = 20;

/** The subscribers of streams, loaded when they are needed: a large organization has a million subscriptions. They follow events. */
export class KnownSubscribers extends StreamLists<ReadonlySet<number>> {
  constructor(private readonly client: ChatClient) {
    super({
      fetch: async (streamId) => new Set((await client.api.get(`/streams/${streamId}/members`)).subscribers),
      maxStreams: MAX_STREAMS,
    });
    client.onEvent((event) => this.came(event));
    // Events are missing after a new registration.
    client.onChange((changes) => {
      if (changes.get('realm_users') !== 'all') return;
      this.expire();
      this.report();
    });
  }

  private came(event: WireEvent): void {
    const change = subscriberChange(event);
    if (change === undefined) return;
    const { streamIds, userIds = [this.client.state.field('user_id') ?? 0], isAdded } = change;
    for (const streamId of streamIds) {
      this.expireLoad(streamId);
      this.change(streamId, (known) => {
        const changed = new Set(known);
        for (const id of userIds) isAdded ? changed.add(id) : changed.delete(id);
        return changed;
      });
    }
  }
}

const ofClients = new WeakMap<ChatClient, KnownSubscribers>();

export function knownSubscribers(client: ChatClient): KnownSubscribers {
  const subscribers = ofClients.get(client) ?? new KnownSubscribers(client);
  ofClients.set(client, subscribers);
  return subscribers;
}
