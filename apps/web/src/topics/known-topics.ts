import { type ChatClient, eventFields, type WireEvent } from '@chat/chat-client';
import { foldName } from '@chat/text';
import { StreamLists } from '../stream-lists/stream-lists.js';

/** A topic of GET /users/me/{stream_id}/topics. */
export interface KnownTopic {
  readonly name: string;
  readonly max_id: number;
}

const FRESH_MS = 30_000;
/** Moves and deletions that follow each other make one load. */
const GATHER_MS = 500;
/** Streams with topics that stay known. */
export const MAX_STREAMS = 40;

/**
 * The topics of streams, the newest first. A list is loaded when it is needed; new messages put their topics first, moves and deletions
 * make it expire.
 */
export class KnownTopics extends StreamLists<readonly KnownTopic[]> {
  private reporting: ReturnType<typeof setTimeout> | undefined;

  constructor(client: ChatClient, nowMs?: () => number) {
    super({
      fetch: async (streamId) => (await client.api.get(`/users/me/${streamId}/topics`)).topics,
      ...{ maxStreams: MAX_STREAMS, freshMs: FRESH_MS, nowMs },
    });
    client.onEvent((event) => this.came(event));
  }

  private came(event: WireEvent): void {
    // Topics may be empty now, or have other newest messages: the names stay until the list is loaded again.
    const isMove = eventFields(event, 'update_message')?.orig_subject !== undefined;
    if (isMove || eventFields(event, 'delete_message')) this.expireSoon();
    const message = eventFields(event, 'message')?.message;
    if (message === undefined) return;
    const { id, stream_id: streamId = 0, subject } = message;
    const key = foldName(subject);
    this.change(streamId, (topics) => [
      { name: subject, max_id: id },
      ...topics.filter(({ name }) => foldName(name) !== key),
    ]);
  }

  private expireSoon(): void {
    this.expire();
    this.reporting ??= setTimeout(() => {
      this.reporting = undefined;
      this.report();
    }, GATHER_MS);
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
