import type { Reader } from '../audience.js';
import type { MessageFlag } from '../messages/messages.schema.js';
import type { MessagesEditedPayload } from './message-edits.events.js';

interface ReaderSets {
  readonly unreadBy: ReadonlySet<number>;
  readonly starredBy: ReadonlySet<number>;
  readonly collapsedBy: ReadonlySet<number>;
  readonly historicalFor: ReadonlySet<number>;
  /** Readers without a subscription. */
  readonly others: ReadonlySet<number>;
  readonly mentioned: ReadonlySet<number>;
  readonly alerted: ReadonlySet<number>;
}

/** Computed once per event, not once per reader. */
const sets = new WeakMap<MessagesEditedPayload, ReaderSets>();

function setsOf(payload: MessagesEditedPayload): ReaderSets {
  let found = sets.get(payload);
  if (!found) {
    const { readers, audience } = payload;
    found = {
      unreadBy: new Set(readers.unreadBy),
      starredBy: new Set(readers.starredBy),
      collapsedBy: new Set(readers.collapsedBy),
      historicalFor: new Set(readers.historicalFor),
      others: new Set(audience.kind === 'users' ? audience.userIds : audience.alsoUsers?.userIds),
      mentioned: new Set(payload.mentionedUserIds),
      alerted: new Set(payload.alertWordUserIds),
    };
    sets.set(payload, found);
  }
  return found;
}

/**
 * The reader's flags of the edited message. For a reader outside the audience, such as an all-public-streams queue, it counts as
 * read.
 */
export function editedMessageFlags(payload: MessagesEditedPayload, reader: Reader): MessageFlag[] {
  const { userId } = reader;
  const readers = setsOf(payload);
  const { audience } = payload;
  const isAmongReaders =
    readers.others.has(userId) || (audience.kind === 'stream' && reader.isSubscribedTo(audience.streamId));
  if (!isAmongReaders) return ['read'];
  const isHistorical = readers.historicalFor.has(userId);
  const flags: Partial<Record<MessageFlag, boolean>> = {
    read: !readers.unreadBy.has(userId),
    starred: readers.starredBy.has(userId),
    collapsed: readers.collapsedBy.has(userId),
    mentioned: !isHistorical && readers.mentioned.has(userId),
    wildcard_mentioned: !isHistorical && payload.wildcardMentioned,
    has_alert_word: !isHistorical && readers.alerted.has(userId),
    historical: isHistorical,
  };
  return (Object.keys(flags) as MessageFlag[]).filter((flag) => flags[flag]);
}
