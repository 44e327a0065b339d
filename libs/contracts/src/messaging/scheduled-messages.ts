import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, IsObject, IsOptional, IsString } from 'class-validator';
import { domainEvent } from '../domain-event.js';
import type { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';

export const SCHEDULED_MESSAGE_TYPES = ['stream', 'direct'] as const;
export type ScheduledMessageType = (typeof SCHEDULED_MESSAGE_TYPES)[number];

/** Messages that one user may have waiting at once. */
export const MAX_SCHEDULED_MESSAGES_PER_USER = 10_000;
export const MAX_SCHEDULED_RECIPIENTS = 1_000;

/** A message that waits for its time. */
export interface ScheduledMessage {
  readonly scheduledMessageId: number;
  readonly type: ScheduledMessageType;
  /** One stream id, or user ids (ascending, without the sender unless alone). */
  readonly to: readonly number[];
  /** Empty for direct messages. */
  readonly topic: string;
  readonly content: string;
  readonly renderedContent: string;
  /** UTC seconds. */
  readonly deliverAtSeconds: number;
  /** It was due and could not be delivered. */
  readonly isFailed: boolean;
  /** Why not, for its owner to read; null while it waits. */
  readonly failureReason: string | null;
}

/**
 * As clients see one: in the listing, in the register response and in events alike. Source: reference shapes, but for
 * `failure_reason`, which is of our own: why it could not be delivered.
 */
export function scheduledMessageOnTheWire(message: ScheduledMessage): object {
  const isToStream = message.type === 'stream';
  return {
    scheduled_message_id: message.scheduledMessageId,
    type: isToStream ? 'stream' : 'private',
    to: isToStream ? message.to[0] : message.to,
    ...(isToStream && { topic: message.topic }),
    content: message.content,
    rendered_content: message.renderedContent,
    scheduled_delivery_timestamp: message.deliverAtSeconds,
    failed: message.isFailed,
    ...(message.failureReason !== null && { failure_reason: message.failureReason }),
  };
}

/** Request: the actor's messages that wait or failed, earliest first. Errors: none. Effect: none. */
export class GetScheduledMessages extends ServiceRequest<{ readonly scheduledMessages: readonly ScheduledMessage[] }> {
  static readonly pattern = 'messaging.scheduled_messages.get';
  static readonly isRepeatable = true;

  @IsObject() actor!: Principal;
}

/**
 * Request: send a message later. Reply: its id as a scheduled message.
 *
 * Errors: what sending it now would answer (unknown stream: STREAM_DOES_NOT_EXIST with `stream_id`; BAD_REQUEST for an invalid
 * user ID …); BAD_REQUEST "Scheduled delivery time must be in the future."
 * Effect: one ScheduledMessagesAdded. It is delivered exactly once, at its time or as soon after it as the service runs,
 * unless it was deleted; it is checked again then. Source: API contract, POST /scheduled_messages.
 */
export class CreateScheduledMessage extends ServiceRequest<{ readonly scheduledMessageId: number }> {
  static readonly pattern = 'messaging.scheduled_messages.create';

  @IsObject() actor!: Principal;
  @IsIn(SCHEDULED_MESSAGE_TYPES) type!: ScheduledMessageType;
  @IsArray() @ArrayMaxSize(MAX_SCHEDULED_RECIPIENTS) @IsInt({ each: true }) to!: number[];
  @IsString() content!: string;
  @IsOptional() @IsString() topic?: string | undefined;
  @IsInt() deliverAtSeconds!: number;
  /** The client that scheduled it is the client of the message. */
  @IsString() clientName!: string;
}

/**
 * Request: change a message that waits or failed; what is left out stays. One that failed waits again.
 *
 * Errors: as for CreateScheduledMessage; BAD_REQUEST "Scheduled message does not exist" (404) for one that is not the actor's or
 * was delivered. Effect: one ScheduledMessageUpdated; it never fires at its old time.
 */
export class EditScheduledMessage extends ServiceRequest<void> {
  static readonly pattern = 'messaging.scheduled_messages.edit';

  @IsObject() actor!: Principal;
  @IsInt() scheduledMessageId!: number;
  @IsOptional() @IsIn(SCHEDULED_MESSAGE_TYPES) type?: ScheduledMessageType | undefined;
  @IsOptional() @IsArray() @ArrayMaxSize(MAX_SCHEDULED_RECIPIENTS) @IsInt({ each: true }) to?: number[] | undefined;
  /** Whether `to` is a stream's id; compared with the message's type when `type` is left out. */
  @IsOptional() @IsBoolean() toIsStream?: boolean | undefined;
  @IsOptional() @IsString() content?: string | undefined;
  @IsOptional() @IsString() topic?: string | undefined;
  @IsOptional() @IsInt() deliverAtSeconds?: number | undefined;
  @IsString() clientName!: string;
}

/** Request: drop it. Errors (BAD_REQUEST): "Scheduled message does not exist" (404). Effect: one ScheduledMessageRemoved. */
export class DeleteScheduledMessage extends ServiceRequest<void> {
  static readonly pattern = 'messaging.scheduled_messages.delete';

  @IsObject() actor!: Principal;
  @IsInt() scheduledMessageId!: number;
}

export interface ScheduledMessagesAddedPayload {
  readonly userId: number;
  readonly scheduledMessages: readonly ScheduledMessage[];
}
export const ScheduledMessagesAdded = domainEvent<ScheduledMessagesAddedPayload>()(
  'messaging.scheduled_messages_added',
);

export interface ScheduledMessageUpdatedPayload {
  readonly userId: number;
  readonly scheduledMessage: ScheduledMessage;
}
/** Edited, or found undeliverable. */
export const ScheduledMessageUpdated = domainEvent<ScheduledMessageUpdatedPayload>()(
  'messaging.scheduled_message_updated',
);

export interface ScheduledMessageRemovedPayload {
  readonly userId: number;
  readonly scheduledMessageId: number;
}
/** Deleted, or delivered. */
export const ScheduledMessageRemoved = domainEvent<ScheduledMessageRemovedPayload>()(
  'messaging.scheduled_message_removed',
);
