import { IsBoolean, IsIn, IsInt, IsObject, IsOptional, IsString } from 'class-validator';
import { domainEvent } from '../domain-event.js';
import type { MessageAudience } from '../message-audience.js';
import type { TopicLink } from '../messages/messages.schema.js';
import type { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';

export const PROPAGATE_MODES = ['change_one', 'change_later', 'change_all'] as const;
export type PropagateMode = (typeof PROPAGATE_MODES)[number];

/** Messages that one request may move or delete. */
export const MAX_MESSAGES_PER_MOVE = 10_000;

/**
 * Request: change a message's content, or move it (and others of its topic, by `propagateMode`) to another topic or stream.
 *
 * Errors (BAD_REQUEST): "Invalid message(s)", "Nothing to change", "Your organization has turned off message editing", "You don't
 * have permission to edit this message", "The time limit for editing this message has passed", "Topic can't be empty!" …;
 * MOVE_MESSAGES_TIME_LIMIT_EXCEEDED with how many may be moved.
 * Effect: one MessagesEdited; notices in the old and new topic as asked. All or nothing.
 * Source: reference shapes, PATCH /messages/{message_id}.
 */
export class EditMessage extends ServiceRequest<void> {
  static readonly pattern = 'messaging.messages.edit';

  @IsObject() actor!: Principal;
  @IsInt() messageId!: number;
  @IsOptional() @IsString() content?: string | undefined;
  @IsOptional() @IsString() topic?: string | undefined;
  @IsOptional() @IsInt() streamId?: number | undefined;
  @IsIn(PROPAGATE_MODES) propagateMode!: PropagateMode;
  @IsBoolean() sendNotificationToOldThread!: boolean;
  @IsBoolean() sendNotificationToNewThread!: boolean;
}

/** Request: delete a message. Errors (BAD_REQUEST): "Invalid message(s)", "You don't have permission to delete this message", the time limit. */
export class DeleteMessage extends ServiceRequest<void> {
  static readonly pattern = 'messaging.messages.delete';

  @IsObject() actor!: Principal;
  @IsInt() messageId!: number;
}

/**
 * Request: delete the topic's newest messages, at most MAX_MESSAGES_PER_MOVE. Reply: whether all are gone; if not, ask again.
 * Errors: UNAUTHORIZED_PRINCIPAL for others than administrators; BAD_REQUEST "Invalid stream ID".
 */
export class DeleteTopic extends ServiceRequest<{ readonly isComplete: boolean }> {
  static readonly pattern = 'messaging.topics.delete';

  @IsObject() actor!: Principal;
  @IsInt() streamId!: number;
  @IsString() topic!: string;
}

/** One version of a message under wire names. */
export type MessageVersion = Readonly<Record<string, unknown>>;

/** Request: every version of a message, oldest first. Errors (BAD_REQUEST): "Invalid message(s)"; history is turned off. */
export class GetMessageHistory extends ServiceRequest<{ readonly message_history: readonly MessageVersion[] }> {
  static readonly pattern = 'messaging.messages.get_history';
  static readonly isRepeatable = true;

  @IsObject() actor!: Principal;
  @IsInt() messageId!: number;
}

/** What became of a message's content. */
export interface ContentEdit {
  readonly previousContent: string;
  readonly previousRenderedContent: string;
  readonly previousRenderVersion: number;
  readonly content: string;
  readonly renderedContent: string;
  readonly isMeMessage: boolean;
}

/** Where messages went. Topic and stream are given before and after, changed or not. */
export interface MessageMove {
  readonly previousStreamId: number;
  readonly previousStreamName: string;
  readonly streamId: number;
  readonly previousTopic: string;
  readonly topic: string;
  readonly topicLinks: readonly TopicLink[];
  readonly propagateMode: PropagateMode;
}

export interface MessagesEditedPayload {
  /** The message that was asked for. */
  readonly messageId: number;
  /** All that changed, it among them; ascending. */
  readonly messageIds: readonly number[];
  /** Null when the system did it. */
  readonly userId: number | null;
  /** UTC seconds. */
  readonly editedAtSeconds: number;
  /** Nothing but the HTML changed: no entry in the history. */
  readonly isRenderingOnly: boolean;
  readonly content: ContentEdit | null;
  readonly move: MessageMove | null;
  /** Present for stream messages. */
  readonly stream: { readonly streamId: number; readonly streamName: string } | null;
  /**
   * Who sees the change. After a move to another stream a list: who could see the messages before and can now, and who is
   * subscribed to the new stream; those who lost sight of them get a MessagesDeleted.
   */
  readonly audience: MessageAudience;
  /** Of `messageId`, after the edit; the event's flags of a reader follow from these. */
  readonly mentionedUserIds: readonly number[];
  readonly wildcardMentioned: boolean;
  readonly alertWordUserIds: readonly number[];
  readonly readers: EditedMessageReaders;
}

/** What the readers of an edited message note about it for themselves. Who is in no list has read it, and no more. */
export interface EditedMessageReaders {
  readonly unreadBy: readonly number[];
  readonly starredBy: readonly number[];
  readonly collapsedBy: readonly number[];
  /** They did not get it when it was sent; nothing in it mentions them. */
  readonly historicalFor: readonly number[];
}
/** A message was edited, or messages were moved. */
export const MessagesEdited = domainEvent<MessagesEditedPayload>()('messaging.messages_edited');

export interface MessagesDeletedPayload {
  /** Ascending. */
  readonly messageIds: readonly number[];
  /** Where they were; null for direct messages. */
  readonly stream: { readonly streamId: number; readonly topic: string } | null;
  readonly audience: MessageAudience;
}
/** Messages of one topic or conversation are gone (or, after a move, out of this audience's sight). */
export const MessagesDeleted = domainEvent<MessagesDeletedPayload>()('messaging.messages_deleted');

/** Messages in one MessagesDeleted. */
export const MAX_MESSAGES_PER_DELETION_EVENT = 1_000;
