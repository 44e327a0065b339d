import type { NotedMessage } from './flag-names.js';

/** Marks that a user set on one message. */
export interface Exception {
  readonly isRead: boolean | null;
  readonly isStarred: boolean;
  readonly isCollapsed: boolean;
}

/** Marks of a user from which, with the messages, the user's flags follow. */
export interface ReaderMarks {
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

/** Properties of a message from which flags of users follow. */
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

interface PlaceState {
  /** Read up to here: of the whole place, and by topic. */
  whole: number;
  readonly topics: Map<string, number>;
  readonly received: { readonly since: number; readonly until: number | null }[];
}

const UNKNOWN_PLACE: PlaceState = { whole: 0, topics: new Map(), received: [] };

/**
 * The rules of `read-state.ts` for messages in memory: they need no query per message
 * once the marks of all of them are read. Tests hold the two against each other.
 */
export class ReaderState {
  private readonly places = new Map<number, PlaceState>();
  /** Read up to here, everywhere. */
  private everything = 0;

  constructor(
    private readonly userId: number,
    private readonly states: ReaderMarks,
  ) {
    for (const { recipientId, topicKey, readUpTo } of states.watermarks) {
      if (recipientId === 0) this.everything = readUpTo;
      else if (topicKey === null) this.place(recipientId).whole = readUpTo;
      else this.place(recipientId).topics.set(topicKey, readUpTo);
    }
    for (const { recipientId, ...interval } of states.received) this.place(recipientId).received.push(interval);
  }

  /** Evaluates the marks of the user for the message. */
  note(message: FlaggedMessage): NotedMessage {
    const { id } = message;
    const exception = this.states.exceptions.get(id);
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

  private place(recipientId: number): PlaceState {
    let place = this.places.get(recipientId);
    if (!place) {
      place = { whole: 0, topics: new Map(), received: [] };
      this.places.set(recipientId, place);
    }
    return place;
  }
}
