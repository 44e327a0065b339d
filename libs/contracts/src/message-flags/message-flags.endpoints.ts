import { type MessageAnchor, messageAnchor, narrow } from '../history/history.schema.js';
import { RenamedOnWire } from '../kit/described-class.js';
import { endpoint } from '../kit/endpoint.js';
import { Bool, Field, Id, Integer, ListOf, Text } from '../kit/fields.js';
import { count, id } from '../kit/types/index.js';
import { MessageSelection } from '../messages/messages.schema.js';
import { StreamSelection, TopicSelection } from '../streams/streams.endpoints.js';
import { MAX_MESSAGES_PER_FLAG_UPDATE } from './message-flags.schema.js';

class FlagChange {
  @Text() op!: string;
  @Text() flag!: string;
}

/** Parameters of POST /messages/flags: at most MAX_MESSAGES_PER_FLAG_UPDATE ids. The service validates the rest. */
export class FlagUpdate extends RenamedOnWire({ messageIds: 'messages' }, FlagChange) {
  @ListOf(id(), { max: MAX_MESSAGES_PER_FLAG_UPDATE }) messageIds!: readonly number[];
}

/** Response of POST /messages/flags; messages that already had the wanted state are in the list, too. */
export class UpdatedMessages {
  /** Only messages that the actor can see; ascending. */
  @ListOf(id()) messages!: readonly number[];
}

/** The messages on a page of a narrow. */
export class NarrowFlagUpdate extends FlagChange {
  @Field(messageAnchor()) anchor!: MessageAnchor;
  @Bool({ default: true }) includeAnchor!: boolean;
  /** Above the limit of one request, the service takes fewer messages. */
  @Field(count()) numBefore!: number;
  @Field(count()) numAfter!: number;
  @Field(narrow()) narrow!: readonly unknown[];
}

/** Response of POST /messages/flags/narrow. Ids are null for an empty page; `updatedCount` counts changes. */
export class NarrowFlagUpdateResult {
  @Integer() processedCount!: number;
  @Integer() updatedCount!: number;
  @Id({ nullable: true }) firstProcessedId!: number | null;
  @Id({ nullable: true }) lastProcessedId!: number | null;
  @Bool() foundOldest!: boolean;
  @Bool() foundNewest!: boolean;
}

/** Response of GET /messages/{message_id}/read_receipts, without users that hide their read receipts. */
export class MessageReaders {
  @ListOf(id()) userIds!: readonly number[];
}

/**
 * A message that the actor cannot see counts as read and without flags. The service ignores it if the change agrees with that.
 * Errors (BAD_REQUEST): "Invalid message(s)" if an invisible message would become unread, starred or collapsed; "Invalid flag:
 * '…'", "Flag not editable: '…'", "Invalid message flag operation: '…'".
 */
export const updateMessageFlags = endpoint('POST /messages/flags', {
  pattern: 'messaging.flags.update',
  summary: 'Add or remove a personal flag of messages',
  parameters: FlagUpdate,
  response: UpdatedMessages,
});

/** Further errors: those of a page of messages. */
export const updateMessageFlagsForNarrow = endpoint('POST /messages/flags/narrow', {
  pattern: 'messaging.flags.update_for_narrow',
  summary: 'Add or remove a personal flag of the messages of a narrow',
  parameters: NarrowFlagUpdate,
  response: NarrowFlagUpdateResult,
});

export const markAllAsRead = endpoint('POST /mark_all_as_read', {
  pattern: 'messaging.flags.mark_all_as_read',
  tag: 'messages',
  summary: 'Mark all messages as read',
});

/** Errors (BAD_REQUEST): "Invalid stream ID". */
export const markStreamAsRead = endpoint('POST /mark_stream_as_read', {
  pattern: 'messaging.flags.mark_stream_as_read',
  tag: 'messages',
  summary: "Mark a stream's messages as read",
  parameters: StreamSelection,
});

/** Errors (BAD_REQUEST): "Invalid stream ID", "No such topic '…'". */
export const markTopicAsRead = endpoint('POST /mark_topic_as_read', {
  pattern: 'messaging.flags.mark_topic_as_read',
  tag: 'messages',
  summary: "Mark a topic's messages as read",
  parameters: TopicSelection,
});

/**
 * Lists the users that have read a message and share read receipts, except the sender, users that muted the actor, and users that
 * the actor muted. Errors (BAD_REQUEST): "Invalid message(s)"; "Read receipts are disabled in this organization."
 */
export const getReadReceipts = endpoint('GET /messages/{message_id}/read_receipts', {
  pattern: 'messaging.flags.get_read_receipts',
  summary: 'List the users that have read a message',
  parameters: MessageSelection,
  response: MessageReaders,
});
