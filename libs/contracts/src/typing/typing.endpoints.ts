import { endpoint } from '../kit/endpoint.js';
import { Field, ListOf, OneOf, Text } from '../kit/fields.js';
import { integer } from '../kit/types/index.js';
import { type MessageType, messageType } from '../messages/messages.schema.js';

export const TYPING_OPERATIONS = ['start', 'stop'] as const;
export type TypingOperation = (typeof TYPING_OPERATIONS)[number];
export const MAX_TYPING_RECIPIENTS = 1_000;

/** Parameters of `POST /typing`. */
export class TypingChange {
  @Field(messageType(), { default: 'direct' }) type!: MessageType;
  @OneOf(TYPING_OPERATIONS) op!: TypingOperation;
  /** User ids, or one stream id. */
  @ListOf(integer(), { max: MAX_TYPING_RECIPIENTS }) to!: readonly number[];
  /** Required for streams. */
  @Text({ controlCharacters: 'allowed', optional: true }) topic?: string;
}

/**
 * Publishes that the actor types or stopped; stores nothing else. Errors (BAD_REQUEST): "Empty 'to' list", "Missing topic",
 * "Cannot send to multiple streams", "Invalid stream ID", "Invalid user ID N", "User has disabled typing notifications for …
 * messages".
 */
export const setTyping = endpoint('POST /typing', {
  pattern: 'messaging.typing.set',
  summary: 'Announce that you started or stopped typing',
  parameters: TypingChange,
});
