import type { registerQueue } from '@chat/contracts';
import type { ApiClient, ParametersFor } from './api-client.js';
import { EventReader, type EventReaderListener, type WireEvent } from './event-reader.js';
import { MessageStore } from './messages/message-store.js';
import { ClientState } from './state/client-state.js';
import type { ChangedPart, Changes } from './state/state-store.js';
import type { WireState } from './state/wire-state.js';

export type ChangeListener = (changes: Changes) => void;
export type EventListener = (event: WireEvent) => void;

/** A user's client: registers, follows events, and has the current state. */
export class ChatClient {
  private known: ClientState | undefined;
  private reader: EventReader | undefined;
  private readonly listeners = new Set<ChangeListener>();
  private readonly eventListeners = new Set<EventListener>();
  readonly messages: MessageStore;

  constructor(readonly api: ApiClient) {
    this.messages = new MessageStore(
      api,
      () => this.state,
      (ids) => this.report(new Map([['messages', ids]])),
    );
  }

  /** Resolves when the first registration is done. The reader registers again if its queue is gone. */
  async follow(
    registration: ParametersFor<typeof registerQueue> = {},
    listener: EventReaderListener = {},
  ): Promise<void> {
    if (this.reader) throw new Error('The client follows events already.');
    this.reader = await EventReader.start(this.api, registration, {
      ...listener,
      onState: (state) => {
        this.replace(state);
        listener.onState?.(state);
      },
      onEvent: (event) => {
        this.apply(event);
        listener.onEvent?.(event);
      },
    });
  }

  /** The state as of the last event; another object after each registration. */
  get state(): ClientState {
    if (!this.known) throw new Error('The client has not registered yet.');
    return this.known;
  }

  /** Calls the listener after each event that changed something, and after each registration. Returns the end of it. */
  onChange(listener: ChangeListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Calls the listener after each event, also after those that change nothing here, such as `typing`. Returns the end of it. */
  onEvent(listener: EventListener): () => void {
    this.eventListeners.add(listener);
    return () => this.eventListeners.delete(listener);
  }

  /** Stops reading events; the state stays readable. */
  async unfollow(): Promise<void> {
    await this.reader?.stop();
    this.reader = undefined;
  }

  /** Replaces the state, for example by one that was stored. */
  replace(state: Readonly<WireState>): void {
    this.known = new ClientState(state);
    const parts = [...Object.keys(state), 'unread'] as ChangedPart[];
    this.report(new Map(parts.map((part) => [part, 'all'])));
    this.messages.expire();
  }

  /** Applies one event to the state and the messages: one of the queue, or an own change that the server has not reported yet. */
  apply(event: WireEvent): void {
    const changes = this.state.apply(event);
    const messages = this.messages.apply(event);
    this.report(messages.size === 0 ? changes : new Map([...changes, ['messages', messages]]));
    for (const listener of this.eventListeners) listener(event);
  }

  private report(changes: Changes): void {
    if (changes.size > 0) for (const listener of this.listeners) listener(changes);
  }
}
