import type { MessageFlag } from '@chat/contracts';

/** Marks that a user set on one message. */
interface Exception {
  readonly isRead: boolean | null;
  readonly isStarred: boolean;
  readonly isCollapsed: boolean;
}

/** Marks of a user that decide, together with the messages, the user's flags. */
export interface ReaderMarks {
  readonly exceptions: ReadonlyMap<number, Exception>;
  /** Watermarks of the messages' places. Recipient 0: of everything. Topic null: of the whole place. */
  readonly watermarks: readonly {
    readonly recipientId: number;
    readonly topicKey: string | null;
    readonly readUpTo: number;
  }[];
  /** Subscription intervals of the user in the streams among the places: `since < id <= until`. */
  readonly received: readonly { readonly recipientId: number; readonly since: number; readonly until: number | null }[];
}

/** Properties of a message that decide the flags of its readers. */
export interface FlaggedMessage {
  readonly id: number;
  readonly senderId: number;
  readonly streamId: number | null;
  /** The place with the watermarks that count for the message. */
  readonly scopeRecipientId: number;
  readonly scopeTopicKey: string;
  readonly isReadBySender: boolean;
  readonly isWildcardMention: boolean;
  readonly mentionedUserIds: readonly number[];
  readonly alertWordUserIds: readonly number[];
}

export interface MessageMarks extends Exception {
  readonly isRead: boolean;
  readonly isMentioned: boolean;
  readonly isWildcardMention: boolean;
  readonly hasAlertWord: boolean;
  readonly isReceived: boolean;
}

class PlaceState {
  /** Everything in the place is read up to here. */
  whole = 0;
  /** Topics are read up to here. */
  readonly topics = new Map<string, number>();
  readonly received: { readonly since: number; readonly until: number | null }[] = [];
}

const UNKNOWN_PLACE = new PlaceState();

/**
 * The rules of `read-state.ts` for messages in memory, without a query per message once the marks of all messages are read. Tests
 * compare the two.
 */
export class ReaderState {
  private readonly places = new Map<number, PlaceState>();
  /** Everything is read up to here. */
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

  marksOf(message: FlaggedMessage): MessageMarks {
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
    const place = this.places.get(recipientId) ?? new PlaceState();
    this.places.set(recipientId, place);
    return place;
  }
}

/** A spectator has read everything. */
export const SPECTATOR_FLAGS: readonly MessageFlag[] = ['read'];

/** Flags of a message. A message that the user sees but did not receive is history, without mentions. */
export function flagNames(row: MessageMarks): MessageFlag[] {
  const states: readonly (readonly [boolean, MessageFlag])[] = [
    [row.isRead, 'read'],
    [row.isStarred, 'starred'],
    [row.isCollapsed, 'collapsed'],
    [row.isReceived && row.isMentioned, 'mentioned'],
    [row.isReceived && row.isWildcardMention, 'wildcard_mentioned'],
    [row.isReceived && row.hasAlertWord, 'has_alert_word'],
    [!row.isReceived, 'historical'],
  ];
  return states.flatMap(([isSet, flag]) => (isSet ? [flag] : []));
}
