import { ArrayMaxSize, IsArray, IsBoolean, IsInt, IsObject, IsString, Min } from 'class-validator';
import { domainEvent } from '../domain-event.js';
import type { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';
import type { MessageAnchor } from './get-messages.js';

/** Flags that a user sets by hand; the others follow from the message. */
export const EDITABLE_FLAGS = ['read', 'starred', 'collapsed'] as const;
export type EditableFlag = (typeof EDITABLE_FLAGS)[number];
export const FLAG_OPERATIONS = ['add', 'remove'] as const;
export type FlagOperation = (typeof FLAG_OPERATIONS)[number];

/** Messages whose flag one request may change. Source: reference limits. */
export const MAX_MESSAGES_PER_FLAG_UPDATE = 5_000;

/**
 * Request: set or clear one flag of messages, for the actor. Reply: those of the messages that the actor can see,
 * ascending; the others are left out silently where they count as being so already (read, and without any other flag).
 *
 * Errors (BAD_REQUEST): "Invalid message(s)" when a message that the actor cannot see is to become unread, starred or
 * collapsed; "Invalid flag: '…'", "Flag not editable: '…'", "Invalid message flag operation: '…'".
 * Effect: one MessageFlagsChanged with what changed, if anything did. Source: API contract, POST /messages/flags.
 */
export class UpdateMessageFlags extends ServiceRequest<{ readonly messages: readonly number[] }> {
  static readonly pattern = 'messaging.flags.update';

  @IsObject() actor!: Principal;
  @IsArray() @ArrayMaxSize(MAX_MESSAGES_PER_FLAG_UPDATE) @IsInt({ each: true }) messageIds!: number[];
  @IsString() op!: string;
  @IsString() flag!: string;
}

export interface NarrowFlagUpdate {
  readonly processedCount: number;
  readonly updatedCount: number;
  readonly firstProcessedId: number | null;
  readonly lastProcessedId: number | null;
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
}

/** Request: the same for the messages of a page of a narrow. Errors: also those of GetMessages. */
export class UpdateMessageFlagsForNarrow extends ServiceRequest<NarrowFlagUpdate> {
  static readonly pattern = 'messaging.flags.update_for_narrow';

  @IsObject() actor!: Principal;
  anchor!: MessageAnchor;
  @IsBoolean() includeAnchor!: boolean;
  @IsInt() @Min(0) numBefore!: number;
  @IsInt() @Min(0) numAfter!: number;
  @IsArray() narrow!: unknown[];
  @IsString() op!: string;
  @IsString() flag!: string;
}

/**
 * Request: what somebody wrote until they were muted is read for whoever muted them. The users service asks so after its commit;
 * messaging also does it by itself when the change reaches it. Errors: none. Effect: MessageFlagsChanged with the ids.
 */
export class ReadMutedMessages extends ServiceRequest<void> {
  static readonly pattern = 'messaging.flags.read_muted';
  /** Short: muting does not wait long for a messaging service that is away. */
  static readonly timeoutMs = 2_000;

  @IsInt() @Min(1) realmId!: number;
  @IsInt() @Min(1) userId!: number;
  @IsInt() @Min(1) mutedUserId!: number;
  @IsInt() @Min(0) mutedAtSeconds!: number;
}

/** Request: everything the actor received is read. Errors: none. Effect: one MessageFlagsChanged with `all`, and no ids. */
export class MarkAllAsRead extends ServiceRequest<void> {
  static readonly pattern = 'messaging.flags.mark_all_as_read';

  @IsObject() actor!: Principal;
}

/** Request: the stream is read. Errors (BAD_REQUEST): "Invalid stream ID". Effect: MessageFlagsChanged with the ids. */
export class MarkStreamAsRead extends ServiceRequest<void> {
  static readonly pattern = 'messaging.flags.mark_stream_as_read';

  @IsObject() actor!: Principal;
  @IsInt() streamId!: number;
}

/** Request: the topic is read. Errors (BAD_REQUEST): "Invalid stream ID", "No such topic '…'". */
export class MarkTopicAsRead extends ServiceRequest<void> {
  static readonly pattern = 'messaging.flags.mark_topic_as_read';

  @IsObject() actor!: Principal;
  @IsInt() streamId!: number;
  @IsString() topic!: string;
}

/**
 * Request: who has read the message, of those who let others see it; not its sender, and nobody whom the actor muted or who muted the
 * actor.
 * Errors (BAD_REQUEST): "Invalid message(s)"; "Read receipts are disabled in this organization."
 */
export class GetReadReceipts extends ServiceRequest<{ readonly userIds: readonly number[] }> {
  static readonly pattern = 'messaging.flags.get_read_receipts';
  static readonly isRepeatable = true;

  @IsObject() actor!: Principal;
  @IsInt() messageId!: number;
}

/** What a client must know to count a message as unread again. */
export type UnreadMessageDetails =
  | {
      readonly messageId: number;
      readonly kind: 'stream';
      readonly streamId: number;
      readonly topic: string;
      readonly isMentioned: boolean;
      readonly isMuted: boolean;
    }
  | {
      readonly messageId: number;
      readonly kind: 'direct';
      /** The others in the conversation; ascending. */
      readonly userIds: readonly number[];
      readonly isMentioned: boolean;
    };

export interface MessageFlagsChangedPayload {
  readonly userId: number;
  readonly op: FlagOperation;
  readonly flag: EditableFlag;
  /** Ascending; empty with `all`. */
  readonly messageIds: readonly number[];
  /** Every message of the user. */
  readonly all: boolean;
  /** When messages became unread. */
  readonly details?: readonly UnreadMessageDetails[];
}
/** One user's flags changed. At most `MAX_MESSAGES_PER_FLAG_EVENT` messages in one event. */
export const MessageFlagsChanged = domainEvent<MessageFlagsChangedPayload>()('messaging.message_flags_changed');

export const MAX_MESSAGES_PER_FLAG_EVENT = 5_000;

export const isEditableFlag = (flag: string): flag is EditableFlag =>
  (EDITABLE_FLAGS as readonly string[]).includes(flag);
