/** Unread messages of one place. */
export interface UnreadCount {
  readonly count: number;
  /** Whether one of them mentions the reader. */
  readonly hasMention: boolean;
}

export interface UnreadCounts {
  /** Without muted topics and streams. */
  readonly total: number;
  readonly mentions: number;
  readonly direct: number;
  /** By stream: without muted topics; of a muted stream those of topics that are not muted, and mentions. */
  readonly streams: ReadonlyMap<number, UnreadCount>;
  /** By stream and folded topic, muted ones too. */
  readonly topics: ReadonlyMap<number, ReadonlyMap<string, TopicUnread>>;
  /** By ids of the other people, ascending. */
  readonly people: ReadonlyMap<string, number>;
}

export interface TopicUnread extends UnreadCount {
  readonly topic: string;
  readonly newestId: number;
  readonly isMuted: boolean;
}

/** One conversation with unread messages. */
export type UnreadPlace =
  | { readonly streamId: number; readonly topic: string }
  | { readonly userIds: readonly number[] };

interface UnreadConversation {
  readonly place: UnreadPlace;
  readonly ids: ReadonlySet<number>;
  readonly newestId: number;
}

interface Sources {
  readonly conversations: Iterable<UnreadConversation>;
  readonly mentions: ReadonlySet<number>;
  isMuted(streamId: number, topic: string): boolean;
  fold(topic: string): string;
}

export const NO_UNREAD: UnreadCount = { count: 0, hasMention: false };

/** Counts in one pass over the conversations with unread messages. */
export function countUnread({ conversations, mentions, isMuted, fold }: Sources): UnreadCounts {
  const streams = new Map<number, UnreadCount>();
  const topics = new Map<number, Map<string, TopicUnread>>();
  const people = new Map<string, number>();
  let total = 0;
  let direct = 0;
  for (const { place, ids, newestId } of conversations) {
    if (ids.size === 0) continue;
    if ('userIds' in place) {
      people.set(peopleKey(place.userIds), ids.size);
      direct += ids.size;
      total += ids.size;
      continue;
    }
    const unread: TopicUnread = {
      topic: place.topic,
      count: ids.size,
      hasMention: areShared(mentions, ids),
      newestId,
      isMuted: isMuted(place.streamId, place.topic),
    };
    const ofStream = topics.get(place.streamId) ?? new Map<string, TopicUnread>();
    topics.set(place.streamId, ofStream.set(fold(place.topic), unread));
    if (!unread.isMuted) total += unread.count;
    if (!unread.isMuted || unread.hasMention) streams.set(place.streamId, sum(streams.get(place.streamId), unread));
  }
  return { total, mentions: mentions.size, direct, streams, topics, people };
}

export const peopleKey = (userIds: readonly number[]): string =>
  [...userIds].sort((one, other) => one - other).join(',');

/** Looks up the members of the smaller set. */
function areShared(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  for (const id of few) if (many.has(id)) return true;
  return false;
}

const sum = (one: UnreadCount = NO_UNREAD, other: UnreadCount): UnreadCount => ({
  count: one.count + other.count,
  hasMention: one.hasMention || other.hasMention,
});
