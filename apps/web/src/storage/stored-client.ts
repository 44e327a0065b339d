import type { ChatClient, Message, MessageView, WireNarrow, WireState } from '@chat/chat-client';
import { loadedConversations, type StoredConversations } from '../conversations/loaded-conversations.js';

/** Views that a later start shows at once. */
export const MAX_STORED_VIEWS = 8;
/** Messages of each of them, around the place that was read. */
export const MAX_STORED_MESSAGES = 100;

export interface StoredView {
  readonly narrow: WireNarrow;
  readonly anchor: number | null;
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
  readonly messages: readonly Message[];
}

/** Data that only one session may see. */
export interface OfSession {
  readonly session: string;
}

export interface StoredState extends OfSession {
  readonly state: Readonly<WireState>;
}

export interface StoredViews extends OfSession {
  readonly views: readonly StoredView[];
  readonly conversations: StoredConversations;
}

/** The first picture of a later start, before any response. */
export type StoredClient = Omit<StoredState & StoredViews, 'session'>;

/** The last views of a client, within the limits. */
export function storedViews({ state, messages }: ChatClient): readonly StoredView[] {
  const isUnread = (id: number) => state.unread?.has(id) === true;
  const views = messages.heldViews().flatMap((view) => storedView(view, isUnread, (id) => messages.get(id)));
  return views.slice(0, MAX_STORED_VIEWS);
}

/** Own views and lists come before those that another tab of the session has stored. */
export function mergedViews(own: StoredViews, stored: StoredViews | undefined): StoredViews {
  if (stored?.session !== own.session) return own;
  const keys = new Set(own.views.map(({ narrow }) => JSON.stringify(narrow)));
  const others = stored.views.filter(({ narrow }) => !keys.has(JSON.stringify(narrow)));
  return {
    session: own.session,
    views: [...own.views, ...others].slice(0, MAX_STORED_VIEWS),
    conversations: [...new Map([...stored.conversations, ...own.conversations])],
  };
}

/** Around the message at which the view will open: the first unread one, else the one that was read. */
function storedView(
  view: MessageView,
  isUnread: (id: number) => boolean,
  get: (id: number) => Message | undefined,
): StoredView[] {
  const { ids, anchor, foundOldest, foundNewest } = view.snapshot();
  if (ids.length === 0) return [];
  const reading = ids.find(isUnread) ?? view.reading ?? anchor;
  const at = reading === null ? ids.length : ids.findIndex((id) => id >= reading);
  const end = Math.min(Math.max(at, 0) + MAX_STORED_MESSAGES / 2, ids.length);
  const start = Math.max(end - MAX_STORED_MESSAGES, 0);
  const kept = ids.slice(start, end).flatMap((id) => get(id) ?? []);
  const ends = { foundOldest: foundOldest && start === 0, foundNewest: foundNewest && end === ids.length };
  return [{ narrow: view.narrow, anchor: reading, ...ends, messages: kept }];
}

/** Shows the stored state and views until the server answers. */
export function restoreClient(client: ChatClient, { state, views, conversations }: StoredClient): void {
  client.replace(state);
  loadedConversations.restore(conversations);
  for (const { narrow, anchor, foundOldest, foundNewest, messages } of views) {
    const ids = messages.map(({ id }) => id);
    const [first, last] = [ids[0], ids.at(-1)];
    if (first === undefined || last === undefined) continue;
    client.messages.hold(messages);
    const [from, to] = [foundOldest ? 0 : first, foundNewest ? Number.POSITIVE_INFINITY : last];
    client.messages.view(narrow).restore({ from, to, ids }, foundNewest ? anchor : (anchor ?? last));
  }
}
