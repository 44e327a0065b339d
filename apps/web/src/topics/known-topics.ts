import { type ChatClient, type EventFields, kindOf, type WireEvent } from '@chat/chat-client';
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
/** Streams with topics that stay known. */
export const MAX_STREAMS = 40;
const NONE: readonly KnownTopic[] = [];

/** The topics of streams, the newest first. A list is loaded when it is needed; new messages put their topics first. */
export class KnownTopics {
  /** Least recently loaded first. */
  private readonly lists = new Map<number, TopicList>();
  private readonly running = new Map<number, Promise<readonly KnownTopic[]>>();

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

  private async fetch(streamId: number): Promise<readonly KnownTopic[]> {
    const { topics } = await this.client.api.get(`/users/me/${streamId}/topics`);
    this.keep(streamId, { topics, loadedAtMs: this.nowMs() });
    const [oldest] = this.lists.keys();
    if (this.lists.size > MAX_STREAMS && oldest !== undefined) this.lists.delete(oldest);
    return topics;
  }

  private keep(streamId: number, list: TopicList): void {
    this.lists.delete(streamId);
    this.lists.set(streamId, list);
  }

  private came(event: WireEvent): void {
    const kind = kindOf(event.type, event.op);
    // Topics may be empty now, or have other newest messages: the names stay until the list is loaded again.
    if (kind === 'update_message' || kind === 'delete_message') this.expire();
    if (kind !== 'message') return;
    const { id, stream_id: streamId = 0, subject } = (event as unknown as EventFields<'message'>).message;
    const list = this.lists.get(streamId);
    if (list === undefined) return;
    const key = foldName(subject);
    const others = list.topics.filter(({ name }) => foldName(name) !== key);
    this.lists.set(streamId, { ...list, topics: [{ name: subject, max_id: id }, ...others] });
  }

  private expire(): void {
    for (const [streamId, list] of this.lists) this.lists.set(streamId, { ...list, loadedAtMs: 0 });
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
