import type { ConversationPage } from './followed-conversations.js';

/** A list of conversations, as far as it is loaded. */
export interface ConversationList {
  readonly conversations: ConversationPage['conversations'];
  readonly nextBefore: number | null;
  readonly state: 'loading' | 'ready' | 'failed';
}

/** The lists with their parameter `unread_only`. */
export type StoredConversations = readonly (readonly [unreadOnly: boolean, list: ConversationList])[];

const NONE: ConversationList = { conversations: [], nextBefore: null, state: 'loading' };
/** Of each list for a later start: more than a screen shows. */
export const MAX_STORED_CONVERSATIONS = 60;

/** The lists of conversations that were loaded last: shown at once when their view is opened again. */
export class LoadedConversations {
  private readonly lists = new Map<boolean, ConversationList>();
  private listener = () => {};

  get(unreadOnly: boolean): ConversationList {
    return this.lists.get(unreadOnly) ?? NONE;
  }

  set(unreadOnly: boolean, list: ConversationList): void {
    this.lists.set(unreadOnly, list);
    this.listener();
  }

  /** After a list was loaded. */
  onLoad(listener: () => void): void {
    this.listener = listener;
  }

  toStored(): StoredConversations {
    return [...this.lists]
      .filter(([, { conversations }]) => conversations.length > 0)
      .map(([unreadOnly, { conversations, nextBefore }]) => {
        const kept = conversations.slice(0, MAX_STORED_CONVERSATIONS);
        const isWhole = kept.length === conversations.length;
        return [unreadOnly, { conversations: kept, nextBefore: isWhole ? nextBefore : null, state: 'ready' }];
      });
  }

  restore(stored: StoredConversations): void {
    for (const [unreadOnly, list] of stored) this.lists.set(unreadOnly, list);
  }
}

export const loadedConversations = new LoadedConversations();
