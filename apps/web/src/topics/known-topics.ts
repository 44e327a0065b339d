import { type ChatClient, eventFields, type WireEvent } from '@chat/chat-client';
import { foldName } from '@chat/text';

/** A topic of GET /users/me/{stream_id}/topics. */
export interface KnownTopic {
  readonly name: string;
  readonly max_id: number;
}

interface TopicList {
  readonly topics: readonly KnownTopic[];
  readonly loadedAtMs: number;
}

const FRESH_MS = 30_000;
/** Moves and deletions that follow each other make one load. */
const GATHER_MS = 500;
/** Streams with topics that stay known. */
export const MAX_STREAMS = 40;
const NONE: readonly KnownTopic[] = [];
const EXPIRED = 0;

/**
 * The topics of streams, the newest first. A list is loaded when it is needed; new messages put their topics first, moves and deletions
 * make it expire.
 */
export class KnownTopics {
  /** Least recently loaded first. */
  private readonly lists = new Map<number, TopicList>();
  private readonly running = new Map<number, Promise<readonly KnownTopic[]>>();
  private readonly listeners = new Set<() => void>();
  private expiries = 0;
  private reporting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly client: ChatClient,
    private readonly nowMs: () => number = Date.now,
  ) {
    client.onEvent((event) => this.came(event));
  }

  /** As loaded last. */
  get(streamId: number): readonly KnownTopic[] {
    return this.lists.get(streamId)?.topics ?? NONE;
  }

  /** Loads the list unless it was loaded a moment ago. */
  load(streamId: number): Promise<readonly KnownTopic[]> {
    const known = this.lists.get(streamId);
    if (known !== undefined && this.nowMs() - known.loadedAtMs < FRESH_MS) return Promise.resolve(known.topics);
    const running = this.running.get(streamId) ?? this.fetch(streamId).finally(() => this.running.delete(streamId));
    this.running.set(streamId, running);
    return running;
  }

  /** Messages moved or were deleted since the list was loaded. */
  hasExpired(streamId: number): boolean {
    return this.lists.get(streamId)?.loadedAtMs === EXPIRED;
  }

  /** After changes of lists, and after they expired. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private async fetch(streamId: number): Promise<readonly KnownTopic[]> {
    const { expiries } = this;
    const { topics } = await this.client.api.get(`/users/me/${streamId}/topics`);
    const loadedAtMs = expiries === this.expiries ? this.nowMs() : EXPIRED;
    this.lists.delete(streamId);
    this.lists.set(streamId, { topics, loadedAtMs });
    const [oldest] = this.lists.keys();
    if (this.lists.size > MAX_STREAMS && oldest !== undefined) this.lists.delete(oldest);
    this.report();
    return topics;
  }

  private came(event: WireEvent): void {
    // Topics may be empty now, or have other newest messages: the names stay until the list is loaded again.
    const isMove = eventFields(event, 'update_message')?.orig_subject !== undefined;
    if (isMove || eventFields(event, 'delete_message')) this.expire();
    const came = eventFields(event, 'message');
    if (came === undefined) return;
    const { id, stream_id: streamId = 0, subject } = came.message;
    const list = this.lists.get(streamId);
    if (list === undefined) return;
    const key = foldName(subject);
    const others = list.topics.filter(({ name }) => foldName(name) !== key);
    this.lists.set(streamId, { ...list, topics: [{ name: subject, max_id: id }, ...others] });
    this.report();
  }

  private expire(): void {
    this.expiries++;
    for (const [streamId, list] of this.lists) this.lists.set(streamId, { ...list, loadedAtMs: EXPIRED });
    this.reporting ??= setTimeout(() => {
      this.reporting = undefined;
      this.report();
    }, GATHER_MS);
  }

  private report(): void {
    for (const listener of this.listeners) listener();
  }
}

const ofClients = new WeakMap<ChatClient, KnownTopics>();

export function knownTopics(client: ChatClient): KnownTopics {
  const topics = ofClients.get(client) ?? new KnownTopics(client);
  ofClients.set(client, topics);
  return topics;
}

/** Names of the topics of a stream, the newest first; none if they cannot be loaded. */
export const topicNames = (client: ChatClient, streamId: number): Promise<readonly string[]> =>
  knownTopics(client)
    .load(streamId)
    .then(
      (topics) => topics.map(({ name }) => name),
      () => [],
    );
