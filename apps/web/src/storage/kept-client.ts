import type { ChatClient } from '@chat/chat-client';
import { loadedConversations } from '../conversations/loaded-conversations.js';
import type { ClientStorage } from './client-storage.js';
import { IdleWork } from './idle-work.js';
import { storedViews } from './stored-client.js';

/** The state of a large organization is megabytes, which cost some frames. */
const STATE_EVERY_MS = 60_000;
const VIEWS_EVERY_MS = 5_000;

/** Stores the client for its next start: soon after it has loaded something, later now and then, and when the page may be closed. */
export class KeptClient {
  private readonly state = new IdleWork(STATE_EVERY_MS, () => this.storeState());
  private readonly views = new IdleWork(VIEWS_EVERY_MS, () => this.storeViews());

  constructor(
    private readonly client: ChatClient,
    private readonly storage: ClientStorage,
    private readonly session: string,
  ) {}

  /** The client has a state of the server. */
  loaded(): void {
    this.state.want();
  }

  /** From now on, changes are stored, too. */
  follow(): void {
    this.client.onChange((changes) => {
      this.state.want();
      if (changes.has('messages')) this.views.want();
    });
    loadedConversations.onLoad(() => this.views.want());
    const storeNow = () => {
      this.storeState();
      this.storeViews();
    };
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') storeNow();
    });
  }

  private storeState(): void {
    void this.storage.writeState({ session: this.session, state: this.client.state.toWire() });
  }

  private storeViews(): void {
    const { session, client } = this;
    void this.storage.writeViews({
      session,
      views: storedViews(client),
      conversations: loadedConversations.toStored(),
    });
  }
}
