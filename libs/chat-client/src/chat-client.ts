import type { addReaction, fetchApiKey, registerQueue, sendMessage, subscribeToStreams } from '@chat/contracts';
import { ApiClient, type ClientIdentity, type ParametersFor } from './api-client.js';
import { EventReader, type EventReaderListener, type WireEvent } from './event-reader.js';
import { ClientState } from './state/client-state.js';
import type { WireState } from './state/state-change.js';

type Sent = ParametersFor<typeof sendMessage>;

/** A user at an app: signs in, sends, and always knows the state. */
export class ChatClient {
  private state: ClientState | undefined;
  private reader: EventReader | undefined;

  constructor(readonly api: ApiClient) {}

  /** With a password, as somebody who starts an app for the first time. */
  static async signIn(
    baseUrl: string,
    username: string,
    password: string,
    identity: ClientIdentity = {},
  ): Promise<ChatClient> {
    const visitor = new ApiClient(baseUrl, identity);
    try {
      const { api_key: apiKey, email } = await visitor.post<typeof fetchApiKey>('/fetch_api_key', {
        username,
        password,
      });
      return new ChatClient(new ApiClient(baseUrl, { ...identity, email, apiKey }));
    } finally {
      visitor.close();
    }
  }

  /** Registers and follows events from now on; registers again by itself when the queue is gone. */
  async follow(
    registration: ParametersFor<typeof registerQueue> = {},
    listener: EventReaderListener = {},
  ): Promise<void> {
    if (this.reader) throw new Error('The client follows events already.');
    this.reader = await EventReader.start(this.api, registration, {
      ...listener,
      onState: (state: WireState) => {
        this.state = new ClientState(state);
        listener.onState?.(state);
      },
      onEvent: (event: WireEvent) => {
        this.state?.apply(event);
        listener.onEvent?.(event);
      },
    });
  }

  /** The state as of the last event. */
  get known(): Readonly<WireState> {
    if (!this.state) throw new Error('The client has not registered yet.');
    return this.state.current;
  }

  get queueId(): string | undefined {
    return this.reader?.queueId;
  }

  /** Resolves with the message's id. */
  async sendToStream(stream: string, topic: string, content: string, extra: Sent = {}): Promise<number> {
    return (
      await this.api.post<typeof sendMessage>('/messages', { type: 'stream', to: stream, topic, content, ...extra })
    ).id;
  }

  /** Resolves with the message's id. */
  async sendTo(userIds: readonly number[], content: string, extra: Sent = {}): Promise<number> {
    return (await this.api.post<typeof sendMessage>('/messages', { type: 'direct', to: userIds, content, ...extra }))
      .id;
  }

  /** Streams that do not exist come into being. */
  async subscribe(...names: string[]): Promise<void> {
    await this.api.post<typeof subscribeToStreams>('/users/me/subscriptions', {
      subscriptions: names.map((name) => ({ name })),
    });
  }

  async react(messageId: number, emojiName: string): Promise<void> {
    await this.api.post<typeof addReaction>(`/messages/${messageId}/reactions`, { emoji_name: emojiName });
  }

  /** Ends following; what is known stays known. */
  async unfollow(): Promise<void> {
    await this.reader?.stop();
    this.reader = undefined;
  }

  async close(): Promise<void> {
    await this.unfollow();
    this.api.close();
  }
}
