import { type EventFields, eventFields, type WireEvent } from '@chat/chat-client';
import { type Destination, destinationKey, toPeople } from '../sending/index.js';

/** A writer that announces nothing more has stopped, as in the reference. */
export const EXPIRES_MS = 15_000;
/** Writers in all conversations. The one that was heard of first goes. */
export const MAX_WRITERS = 500;

type Typing = EventFields<'typing.start'>;

const NOBODY: readonly number[] = [];

/** The writers in each conversation, from the events `typing`. The reader's own typing is left out. */
export class Writers {
  /** By conversation; a change makes a new list. */
  private readonly ids = new Map<string, readonly number[]>();
  private readonly ends = new Map<
    string,
    { readonly timer: ReturnType<typeof setTimeout>; readonly stop: () => void }
  >();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly ownUserId: () => number | undefined) {}

  /** Ignores events of other types. */
  take(event: WireEvent): void {
    const started = eventFields(event, 'typing.start');
    const typing = started ?? eventFields(event, 'typing.stop');
    if (typing === undefined) return;
    const { user_id: userId } = typing.sender;
    if (userId === this.ownUserId()) return;
    const conversation = destinationKey(this.placeOf(typing));
    if (started) this.start(conversation, userId);
    else this.ends.get(keyOf(conversation, userId))?.stop();
  }

  /** Ids of the writers, in the order of their beginning; the same list until it changes. */
  in(conversation: Destination): readonly number[] {
    return this.ids.get(destinationKey(conversation)) ?? NOBODY;
  }

  /** Returns the end of it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private placeOf(typing: Typing): Destination {
    if (typing.message_type === 'stream') {
      return { type: 'stream', streamId: typing.stream_id, topic: typing.topic };
    }
    const own = this.ownUserId();
    return toPeople(typing.recipients.map(({ user_id }) => user_id).filter((id) => id !== own));
  }

  private start(conversation: string, userId: number): void {
    const key = keyOf(conversation, userId);
    const known = this.ends.get(key);
    if (known === undefined) {
      if (this.ends.size >= MAX_WRITERS) this.ends.values().next().value?.stop();
      this.change(conversation, (ids) => [...ids, userId]);
    }
    clearTimeout(known?.timer);
    const stop = known?.stop ?? (() => this.stop(conversation, userId));
    this.ends.set(key, { timer: setTimeout(stop, EXPIRES_MS), stop });
  }

  private stop(conversation: string, userId: number): void {
    const key = keyOf(conversation, userId);
    clearTimeout(this.ends.get(key)?.timer);
    this.ends.delete(key);
    this.change(conversation, (ids) => ids.filter((id) => id !== userId));
  }

  private change(conversation: string, change: (ids: readonly number[]) => readonly number[]): void {
    const ids = change(this.ids.get(conversation) ?? NOBODY);
    if (ids.length === 0) this.ids.delete(conversation);
    else this.ids.set(conversation, ids);
    for (const listener of this.listeners) listener();
  }
}

const keyOf = (conversation: string, userId: number): string => `${userId} ${conversation}`;
