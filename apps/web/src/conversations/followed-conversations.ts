import { amongPeople, type ChatClient, inTopic, pauseMs, type WireEvent } from '@chat/chat-client';
import type { getConversations } from '@chat/contracts';
import { isTopicMuted } from '../unread/muting.js';
import { changedConversations, conversationId, type ListContext } from './conversation-changes.js';
import type { ListedConversation } from './conversation-list.js';
import type { ConversationList, LoadedConversations } from './loaded-conversations.js';

/** The response to GET /conversations. */
export type ConversationPage = Awaited<ReturnType<typeof fetchPage>>;

/** Changes that only the server knows load the first page again at most this often. */
const RELOAD_MS = 1_500;
const PAGE = 60;

const fetchPage = (api: ChatClient['api'], unreadOnly: boolean, before?: number) =>
  api.get<typeof getConversations>('/conversations', {
    limit: PAGE,
    unread_only: unreadOnly,
    include_muted: !unreadOnly,
    before,
  });

/** A list of conversations that is loaded once, after failures again, and then follows events. */
export class FollowedConversations {
  private reloading: ReturnType<typeof setTimeout> | undefined;
  /** Events since the beginning of the running request, which its response may lack. */
  private journal: WireEvent[] = [];
  private requests = 0;
  private failures = 0;
  private isOver = false;

  constructor(
    private readonly client: ChatClient,
    private readonly unreadOnly: boolean,
    private readonly lists: LoadedConversations,
    private readonly onChange: () => void,
  ) {}

  /** Loads the first page. Returns the end of it. */
  start(): () => void {
    this.isOver = false;
    void this.load();
    const ends = [
      this.client.onEvent((event) => this.came(event)),
      // Events are missing after a new registration.
      this.client.onChange((changes) => changes.get('realm_users') === 'all' && this.loadSoon()),
    ];
    return () => {
      this.isOver = true;
      clearTimeout(this.reloading);
      this.reloading = undefined;
      for (const end of ends) end();
    };
  }

  async load(): Promise<void> {
    const request = ++this.requests;
    this.journal = [];
    try {
      const { conversations, next_before: nextBefore } = await fetchPage(this.client.api, this.unreadOnly);
      if (this.isOver || request !== this.requests) return;
      this.failures = 0;
      this.keep({ conversations, nextBefore, state: 'ready' });
      for (const event of this.journal) this.apply(event);
    } catch (error) {
      if (this.isOver || request !== this.requests) return;
      this.keep({ ...this.list, state: 'failed' });
      this.loadSoon(pauseMs(this.failures++, error));
    }
  }

  async loadMore(): Promise<void> {
    const { nextBefore } = this.list;
    if (nextBefore === null) return;
    const request = this.requests;
    const page = await fetchPage(this.client.api, this.unreadOnly, nextBefore);
    if (this.isOver || request !== this.requests) return;
    const { conversations } = this.list;
    // A message may have brought one of them to the beginning.
    const known = new Set(conversations.map(conversationId));
    const more = page.conversations.filter((each) => !known.has(conversationId(each)));
    this.keep({ conversations: [...conversations, ...more], nextBefore: page.next_before, state: 'ready' });
  }

  private get list(): ConversationList {
    return this.lists.get(this.unreadOnly);
  }

  private came(event: WireEvent): void {
    this.journal.push(event);
    this.apply(event);
  }

  private apply(event: WireEvent): void {
    const before = this.list.conversations;
    const after = changedConversations(before, event, this.context);
    if (after === undefined) this.loadSoon();
    else if (after !== before) this.keep({ ...this.list, conversations: after });
  }

  private loadSoon(afterMs = RELOAD_MS): void {
    this.reloading ??= setTimeout(() => {
      this.reloading = undefined;
      void this.load();
    }, afterMs);
  }

  private keep(list: ConversationList): void {
    this.lists.set(this.unreadOnly, list);
    this.onChange();
  }

  private get context(): ListContext {
    const { client, unreadOnly } = this;
    const { state } = client;
    return {
      unreadOnly,
      isUnread: ({ id, stream_id: streamId, subject }) =>
        state.unread?.has(id) === true && !(streamId !== undefined && isTopicMuted(state, streamId, subject)),
      newestUnread: (conversation) => {
        const ids = unreadIn(client, conversation);
        return ids.size === 0 ? undefined : Math.max(...ids);
      },
      messageOf: (id) => client.messages.get(id),
    };
  }
}

export function unreadIn({ state }: ChatClient, conversation: ListedConversation): ReadonlySet<number> {
  const { stream_id: streamId, topic, user_ids } = conversation;
  const ownId = state.field('user_id') ?? 0;
  const others = user_ids.filter((id) => id !== ownId);
  const place = streamId === null ? amongPeople(others, ownId) : inTopic(streamId, topic);
  return state.unread?.in(place) ?? NONE;
}

const NONE: ReadonlySet<number> = new Set();
