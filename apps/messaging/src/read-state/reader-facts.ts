import type { NotedMessage } from './flag-names.js';

/** What a user set of a message by itself. */
export interface Exception {
  readonly isRead: boolean | null;
  readonly isStarred: boolean;
  readonly isCollapsed: boolean;
}

/** What a user's flags of some messages follow from, besides the messages. */
export interface ReaderFacts {
  /** By message. */
  readonly exceptions: ReadonlyMap<number, Exception>;
  /** Of the messages' places, and (recipient 0) of everything; topic null: of the whole place. */
  readonly watermarks: readonly {
    readonly recipientId: number;
    readonly topicKey: string | null;
    readonly readUpTo: number;
  }[];
  /** While the user was subscribed to the streams among the places: `since < id <= until`. */
  readonly received: readonly { readonly recipientId: number; readonly since: number; readonly until: number | null }[];
}

/** A message, as far as somebody's flags follow from it. */
export interface FlaggedMessage {
  readonly id: number;
  readonly senderId: number;
  readonly streamId: number | null;
  /** The place by whose watermarks it goes. */
  readonly scopeRecipientId: number;
  readonly scopeTopicKey: string;
  readonly isReadBySender: boolean;
  readonly isWildcardMention: boolean;
  readonly mentionedUserIds: readonly number[];
  readonly alertWordUserIds: readonly number[];
}

interface PlaceFacts {
  /** Read up to here: of the whole place, and by topic. */
  whole: number;
  readonly topics: Map<string, number>;
  readonly received: { readonly since: number; readonly until: number | null }[];
}

const UNKNOWN_PLACE: PlaceFacts = { whole: 0, topics: new Map(), received: [] };

/**
 * The rules of `read-state.ts` for messages in memory: what takes a query of PostgreSQL for each of a hundred messages takes none
 * once the facts of all of them are here. Tests hold the two against each other.
 */
export class ReaderState {
  private readonly places = new Map<number, PlaceFacts>();
  /** Read up to here, everywhere. */
  private everything = 0;

  constructor(
    private readonly userId: number,
    private readonly facts: ReaderFacts,
  ) {
    for (const { recipientId, topicKey, readUpTo } of facts.watermarks) {
      if (recipientId === 0) this.everything = readUpTo;
      else if (topicKey === null) this.place(recipientId).whole = readUpTo;
      else this.place(recipientId).topics.set(topicKey, readUpTo);
    }
    for (const { recipientId, ...interval } of facts.received) this.place(recipientId).received.push(interval);
  }

  /** What the user's flags of the message follow from. */
  note(message: FlaggedMessage): NotedMessage {
    const { id } = message;
    const exception = this.facts.exceptions.get(id);
    const place = this.places.get(message.scopeRecipientId) ?? UNKNOWN_PLACE;
    const isReceived =
      message.streamId === null ||
      place.received.some(({ since, until }) => id > since && (until === null || id <= until));
    const isRead =
      exception?.isRead ??
      ((message.senderId === this.userId && message.isReadBySender) ||
        id <= this.everything ||
        id <= place.whole ||
        id <= (place.topics.get(message.scopeTopicKey) ?? 0) ||
        !isReceived);
    return {
      isRead,
      isStarred: exception?.isStarred ?? false,
      isCollapsed: exception?.isCollapsed ?? false,
      isMentioned: message.mentionedUserIds.includes(this.userId),
      isWildcardMention: message.isWildcardMention,
      hasAlertWord: message.alertWordUserIds.includes(this.userId),
      isReceived,
    };
  }

  private place(recipientId: number): PlaceFacts {
    let place = this.places.get(recipientId);
    if (!place) {
      place = { whole: 0, topics: new Map(), received: [] };
      this.places.set(recipientId, place);
    }
    return place;
  }
}
