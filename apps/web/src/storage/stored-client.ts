import type { ChatClient, Message, MessageView, WireNarrow, WireState } from '@chat/chat-client';

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

/** The first picture of a later start, before any response. */
export interface StoredClient {
  /** Of the session that may see it. */
  readonly session: string;
  readonly state: Readonly<WireState>;
  readonly views: readonly StoredView[];
}

/** The state and the last views of a client, within the limits. */
export function storedClient({ state, messages }: ChatClient, session: string): StoredClient {
  const views = messages.heldViews().flatMap((view) => storedView(view, (id) => messages.get(id)));
  return { session, state: state.toWire(), views: views.slice(0, MAX_STORED_VIEWS) };
}

function storedView(view: MessageView, get: (id: number) => Message | undefined): StoredView[] {
  const { ids, anchor, foundOldest, foundNewest } = view.snapshot();
  if (ids.length === 0) return [];
  const reading = view.reading ?? anchor;
  const at = reading === null ? ids.length : ids.findIndex((id) => id >= reading);
  const end = Math.min(Math.max(at, 0) + MAX_STORED_MESSAGES / 2, ids.length);
  const start = Math.max(end - MAX_STORED_MESSAGES, 0);
  const kept = ids.slice(start, end).flatMap((id) => get(id) ?? []);
  const ends = { foundOldest: foundOldest && start === 0, foundNewest: foundNewest && end === ids.length };
  return [{ narrow: view.narrow, anchor: reading, ...ends, messages: kept }];
}

/** Shows the stored state and views until the server answers. */
export function restoreClient(client: ChatClient, { state, views }: StoredClient): void {
  client.replace(state);
  for (const { narrow, anchor, foundOldest, foundNewest, messages } of views) {
    const ids = messages.map(({ id }) => id);
    const [first, last] = [ids[0], ids.at(-1)];
    if (first === undefined || last === undefined) continue;
    client.messages.hold(messages);
    const [from, to] = [foundOldest ? 0 : first, foundNewest ? Number.POSITIVE_INFINITY : last];
    client.messages.view(narrow).restore({ from, to, ids }, foundNewest ? anchor : (anchor ?? last));
  }
}
