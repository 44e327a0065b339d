import { Bool, Field, Id, ListOf, OneOf, Text, Timestamp } from '../kit/fields.js';
import { anyOf, id, list } from '../kit/types/index.js';
import type { MessageType } from '../messages/messages.schema.js';

/** Waiting messages per user. */
export const MAX_SCHEDULED_MESSAGES_PER_USER = 10_000;
export const MAX_SCHEDULED_RECIPIENTS = 1_000;

/** A scheduled message as its owner reads it. */
export class ScheduledMessage {
  @Id() scheduledMessageId!: number;
  @OneOf(['stream', 'private']) type!: 'stream' | 'private';
  @Field(anyOf([id(), list(id())]), { description: 'Id of the stream, or ids of the people.' })
  to!: number | readonly number[];
  @Text({ optional: true, description: 'Only for stream messages.' }) topic?: string;
  @Text() content!: string;
  @Text() renderedContent!: string;
  @Timestamp() scheduledDeliveryTimestamp!: number;
  @Bool({ description: 'It was due and could not be delivered.' }) failed!: boolean;
  @Text({ optional: true, description: 'Why it could not be delivered.' }) failureReason?: string;
}

/** Waiting and failed messages, earliest first. */
export class ScheduledMessageList {
  @ListOf(ScheduledMessage) scheduledMessages!: readonly ScheduledMessage[];
}

/** A scheduled message as domain events carry it. */
export interface StoredScheduledMessage {
  readonly scheduledMessageId: number;
  readonly type: MessageType;
  /** One stream id, or user ids (ascending, without the sender unless alone). */
  readonly to: readonly number[];
  /** Empty for direct messages. */
  readonly topic: string;
  readonly content: string;
  readonly renderedContent: string;
  /** UTC seconds. */
  readonly deliverAtSeconds: number;
  readonly isFailed: boolean;
  /** Null if it did not fail. */
  readonly failureReason: string | null;
}

/** A stored scheduled message in the form of the API. */
export const scheduledMessageOf = (stored: StoredScheduledMessage): ScheduledMessage => ({
  scheduledMessageId: stored.scheduledMessageId,
  ...(stored.type === 'stream'
    ? { type: 'stream', to: stored.to[0] as number, topic: stored.topic }
    : { type: 'private', to: stored.to }),
  content: stored.content,
  renderedContent: stored.renderedContent,
  scheduledDeliveryTimestamp: stored.deliverAtSeconds,
  failed: stored.isFailed,
  failureReason: stored.failureReason ?? undefined,
});
