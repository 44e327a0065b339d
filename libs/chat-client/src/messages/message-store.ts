import type { getMessages } from '@chat/contracts';
import type { ApiClient } from '../api-client.js';
import { pauseMs, type WireEvent } from '../event-reader.js';
import type { ClientState } from '../state/client-state.js';
import { inPlace, type Message } from './message.js';
import { type MessageSource, MessageView } from './message-view.js';
import type { Page, PageRequest } from './page.js';
import { ViewChanges } from './view-changes.js';
import { keyOf, ViewNarrow, type WireNarrow } from './view-narrow.js';

/** Views that stay loaded. The one that was not opened for the longest time goes, unless it is watched. */
export const MAX_VIEWS = 60;
/** Messages in all views. Watched views stay even beyond it; their length has a limit of its own. */
export const MAX_MESSAGES = 20_000;

/** The messages that the client holds: those in the loaded ranges of its views. */
export class MessageStore implements MessageSource {
  private readonly messages = new Map<number, Message>();
  /** Least recently used first. */
  private readonly views = new Map<string, MessageView>();
  private readonly changes = new ViewChanges(this.messages, this.views, () => this.state());
  /** Events since the beginning of each running request. */
  private readonly journals = new Set<WireEvent[]>();
  private registrations = 0;
  private failures = 0;
  private retrying: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly api: ApiClient,
    private readonly state: () => ClientState,
    private readonly onChange: (messageIds: ReadonlySet<number>) => void,
  ) {}

  get size(): number {
    return this.messages.size;
  }

  get(id: number): Message | undefined {
    return this.messages.get(id);
  }

  /** One object per narrow, as long as it is held. Throws if it is not a narrow. */
  view(narrow: WireNarrow): MessageView {
    const key = keyOf(narrow);
    const view = this.views.get(key) ?? new MessageView(this, new ViewNarrow(narrow));
    this.views.delete(key);
    this.views.set(key, view);
    this.evict();
    return view;
  }

  /** Most recently used first. */
  heldViews(): readonly MessageView[] {
    return [...this.views.values()].reverse();
  }

  /** Returns the ids of changed messages. */
  apply(event: WireEvent): ReadonlySet<number> {
    for (const journal of this.journals) journal.push(event);
    const changed = this.changes.apply(event);
    this.evict();
    return changed;
  }

  /** After a new registration: events are missing, so every view may be out of date. */
  expire(): void {
    this.registrations++;
    for (const view of this.views.values()) view.expire();
  }

  /** Holds messages of an earlier run, for a view that is restored with them. */
  hold(messages: readonly Message[]): void {
    for (const message of messages) if (!this.messages.has(message.id)) this.messages.set(message.id, message);
  }

  async fetch(view: MessageView, request: PageRequest, take: (page: Page) => void): Promise<void> {
    const journal: WireEvent[] = [];
    const registration = this.registrations;
    this.journals.add(journal);
    try {
      const parameters = { ...request, narrow: view.narrow, client_extavatar: false };
      const page = await this.api.get<typeof getMessages>('/messages', parameters);
      // Events may be missing since the page was read.
      if (registration !== this.registrations) return this.fetch(view, request, take);
      this.failures = 0;
      this.takePage(page, journal, take);
    } finally {
      this.journals.delete(journal);
    }
  }

  mayHaveUnreadBefore(view: MessageView, id: number): boolean {
    const state = this.state();
    if (state.unread === undefined || state.unread.isIncomplete) return true;
    return [...state.unread.all()].some(
      ({ place, ids }) => view.terms.mayMatchIn(inPlace(state, place)) && [...ids].some((each) => each < id),
    );
  }

  /** Repeats failed requests, for example when the network is back. */
  retry(): void {
    clearTimeout(this.retrying);
    this.retrying = undefined;
    for (const view of this.views.values()) if (view.isWatched) view.retry();
  }

  retryLater(error: unknown): void {
    this.retrying ??= setTimeout(() => this.retry(), pauseMs(this.failures++, error));
  }

  /** Later events of the journal may be in the page already: applying them again changes nothing. */
  private takePage(page: Page, journal: readonly WireEvent[], take: (page: Page) => void): void {
    const news = page.messages.filter((message) => this.replace(message));
    const changed = new Set(news.map(({ id }) => id));
    take(page);
    // Other views may hold an older form of the message.
    for (const message of news) this.changes.enter(message);
    for (const event of journal) for (const id of this.changes.apply(event)) changed.add(id);
    this.evict();
    if (changed.size > 0) this.onChange(changed);
  }

  /** False if the client holds an equal one. */
  private replace(message: Message): boolean {
    const held = this.messages.get(message.id);
    if (held && JSON.stringify(held) === JSON.stringify(message)) return false;
    this.messages.set(message.id, message);
    return true;
  }

  private evict(): void {
    const isWithinLimits = () => this.views.size <= MAX_VIEWS && this.messages.size <= MAX_MESSAGES;
    for (const [key, view] of [...this.views].slice(0, -1)) {
      if (isWithinLimits()) return;
      this.forgetUnused();
      if (isWithinLimits() || view.isWatched) continue;
      this.views.delete(key);
      this.forgetUnused();
    }
  }

  private forgetUnused(): void {
    if (this.messages.size <= MAX_MESSAGES) return;
    const used = new Set([...this.views.values()].flatMap((view) => view.ids()));
    for (const id of this.messages.keys()) if (!used.has(id)) this.messages.delete(id);
  }
}
