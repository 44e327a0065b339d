import type { ChatClient, WireEvent } from '@chat/chat-client';
import { subscriberChange } from './subscriber-change.js';

/** Streams with subscribers that stay known. */
export const MAX_STREAMS = 20;

/** The subscribers of streams, loaded when they are needed: a large organization has a million subscriptions. They follow events. */
export class KnownSubscribers {
  /** Least recently loaded first. A change makes another set. */
  private readonly sets = new Map<number, ReadonlySet<number>>();
  private readonly running = new Map<number, Promise<ReadonlySet<number>>>();
  /** Streams with sets that may lack events. A set stays until it is loaded again. */
  private readonly expired = new Set<number>();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly client: ChatClient) {
    client.onEvent((event) => this.came(event));
    // Events are missing after a new registration.
    client.onChange((changes) => {
      if (changes.get('realm_users') !== 'all') return;
      for (const streamId of this.sets.keys()) this.expired.add(streamId);
      this.report();
    });
  }

  get(streamId: number): ReadonlySet<number> | undefined {
    return this.sets.get(streamId);
  }

  hasExpired(streamId: number): boolean {
    return this.expired.has(streamId);
  }

  load(streamId: number): Promise<ReadonlySet<number>> {
    const known = this.sets.get(streamId);
    if (known !== undefined && !this.expired.has(streamId)) return Promise.resolve(known);
    const running = this.running.get(streamId) ?? this.fetch(streamId).finally(() => this.running.delete(streamId));
    this.running.set(streamId, running);
    return running;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private async fetch(streamId: number): Promise<ReadonlySet<number>> {
    const { subscribers } = await this.client.api.get(`/streams/${streamId}/members`);
    const ids: ReadonlySet<number> = new Set(subscribers);
    this.expired.delete(streamId);
    this.set(streamId, ids);
    const [oldest] = this.sets.keys();
    if (this.sets.size > MAX_STREAMS && oldest !== undefined) this.sets.delete(oldest);
    return ids;
  }

  private came(event: WireEvent): void {
    const change = subscriberChange(event);
    if (change === undefined) return;
    const { streamIds, userIds = [this.client.state.field('user_id') ?? 0], isAdded } = change;
    this.change(streamIds, userIds, isAdded);
  }

  private change(streamIds: readonly number[], userIds: readonly number[], isAdded: boolean): void {
    for (const streamId of streamIds) {
      const known = this.sets.get(streamId);
      if (known === undefined) continue;
      const changed = new Set(known);
      for (const id of userIds) isAdded ? changed.add(id) : changed.delete(id);
      this.set(streamId, changed);
    }
  }

  private set(streamId: number, ids: ReadonlySet<number>): void {
    this.sets.set(streamId, ids);
    this.report();
  }

  private report(): void {
    for (const listener of this.listeners) listener();
  }
}

const ofClients = new WeakMap<ChatClient, KnownSubscribers>();

export function knownSubscribers(client: ChatClient): KnownSubscribers {
  const subscribers = ofClients.get(client) ?? new KnownSubscribers(client);
  ofClients.set(client, subscribers);
  return subscribers;
}
