import { type ChatClient, type EventQueue, EventReader, type WireEvent, type WireState } from '@chat/chat-client';
import type { Connection, Connections } from '../client/connection.js';
import type { TabChannel, TabLock, TabMessage } from './tab-message.js';

export interface TabsOptions {
  readonly client: ChatClient;
  readonly connections: Connections;
  readonly channel: TabChannel;
  readonly lock: TabLock;
  /** Parameters of POST /register. */
  readonly registration: Readonly<Record<string, unknown>>;
  /** A state is there: of the leader, or of a registration. */
  readonly onState: () => void;
  /** The session is over, here or elsewhere. `isWanted`: a person signed out in one of the tabs. */
  readonly onSignedOut: (isWanted: boolean) => void;
}

/**
 * One event queue for all tabs. The tab with the lock, the leader, polls and passes each event on before it acknowledges it. Every
 * tab knows the queue and its own last event, so the next leader reads on from there.
 */
export class Tabs {
  private queue: EventQueue | undefined;
  private reader: EventReader | undefined;
  private isSignedOut = false;
  private isSigningOut = false;

  constructor(private readonly options: TabsOptions) {}

  start(): void {
    const { channel, lock } = this.options;
    channel.onmessage = ({ data }) => this.take(data);
    channel.postMessage({ kind: 'hello' });
    lock.hold((ended) => this.lead(ended));
  }

  get isLeader(): boolean {
    return this.reader !== undefined;
  }

  /** The queue of sent messages: with it the server marks their events. */
  get queueId(): string | undefined {
    return this.queue?.id;
  }

  /** Applies an own change in every tab, before the server reports it. */
  share(event: WireEvent): void {
    this.options.client.apply(event);
    this.post({ kind: 'change', event });
  }

  /** The network or the computer may be back: polls again at once. */
  wake(): void {
    if (this.reader) this.reader.wake();
    else this.post({ kind: 'wake' });
  }

  /** The server may end the session before its response comes. */
  signingOut(isRunning: boolean): void {
    this.isSigningOut = isRunning;
    this.post({ kind: 'sign-out', isRunning });
  }

  /** Ends the session in every tab. */
  signedOut(): void {
    if (this.isSignedOut) return;
    this.post({ kind: 'signed-out' });
    this.end();
  }

  private lead(ended: AbortSignal): Promise<void> {
    if (this.isSignedOut) return Promise.resolve();
    ended.addEventListener('abort', () => this.follow());
    const { client, registration } = this.options;
    const listener = {
      onState: (state: WireState) => this.registered(state),
      onEvent: (event: WireEvent) => this.cameToLeader(event),
      onConnected: () => this.connectionIs('connected'),
      onError: () => this.connectionIs('lost'),
      onSignedOut: () => this.signedOut(),
    };
    this.reader = new EventReader(client.api, registration, listener, this.queue);
    // A tab may have asked while there was no leader.
    this.postState();
    return new Promise(() => undefined);
  }

  /** Another tab leads now: its queue is that of all tabs. */
  private follow(): void {
    void this.reader?.stop();
    this.reader = undefined;
    this.post({ kind: 'hello' });
  }

  private registered(state: WireState): void {
    this.queue = { id: state.queue_id as string, lastEventId: state.last_event_id as number };
    this.options.client.replace(state);
    this.options.onState();
    this.postState();
  }

  private cameToLeader(event: WireEvent): void {
    const { id = '' } = this.queue ?? {};
    this.post({ kind: 'event', queueId: id, event });
    this.came(id, event);
  }

  /** Ignores events that the state contains, and those of another queue. */
  private came(queueId: string, event: WireEvent): void {
    if (queueId !== this.queue?.id || event.id <= this.queue.lastEventId) return;
    this.queue = { id: queueId, lastEventId: event.id };
    this.options.client.apply(event);
  }

  private take(message: TabMessage): void {
    if (this.isSignedOut) return;
    if (message.kind === 'hello' && this.isLeader) this.postState();
    if (message.kind === 'state') this.takeState(message);
    if (message.kind === 'event') this.came(message.queueId, message.event);
    if (message.kind === 'change' && this.queue !== undefined) this.options.client.apply(message.event);
    if (message.kind === 'connection') this.connectionIs(message.state);
    if (message.kind === 'wake') this.reader?.wake();
    if (message.kind === 'sign-out') this.isSigningOut = message.isRunning;
    if (message.kind === 'signed-out') this.end();
  }

  /** A tab that follows the queue already needs no state: it has applied the same events. */
  private takeState({ state, queue, connection }: TabMessage & { kind: 'state' }): void {
    this.connectionIs(connection);
    if (this.isLeader || this.queue?.id === queue.id) return;
    this.queue = queue;
    this.options.client.replace(state);
    this.options.onState();
  }

  private postState(): void {
    if (this.queue === undefined) return;
    const { client, connections } = this.options;
    const { state: connection } = connections.get();
    this.post({ kind: 'state', state: client.state.toWire(), queue: this.queue, connection });
  }

  private connectionIs(state: Connection['state']): void {
    const { connections, client } = this.options;
    const before = connections.get().state;
    if (before === state) return;
    connections.set(state);
    if (this.isLeader) this.post({ kind: 'connection', state });
    if (state === 'connected') client.messages.retry();
  }

  private post(message: TabMessage): void {
    this.options.channel.postMessage(message);
  }

  private end(): void {
    this.isSignedOut = true;
    void this.reader?.stop();
    this.options.onSignedOut(this.isSigningOut);
  }
}
