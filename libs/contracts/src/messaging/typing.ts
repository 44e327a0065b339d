import { ArrayMaxSize, IsArray, IsIn, IsInt, IsObject, IsOptional, IsString } from 'class-validator';
import { domainEvent } from '../domain-event.js';
import type { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';
import type { StreamFacts } from '../streams/streams.schema.js';

export const TYPING_OPERATIONS = ['start', 'stop'] as const;
export type TypingOperation = (typeof TYPING_OPERATIONS)[number];
export const MAX_TYPING_RECIPIENTS = 1_000;

/**
 * Request: tell others that the actor is typing, or has stopped. Nothing is stored. `to`: user ids, or one stream id.
 * Errors (BAD_REQUEST): "Empty 'to' list", "Missing topic", "Cannot send to multiple streams", "Invalid stream ID", "Invalid user ID N",
 * "User has disabled typing notifications for …". Effect: one TypingChanged.
 */
export class SetTyping extends ServiceRequest<void> {
  static readonly pattern = 'messaging.typing.set';

  @IsObject() actor!: Principal;
  @IsIn(['stream', 'direct']) type!: 'stream' | 'direct';
  @IsIn(TYPING_OPERATIONS) op!: TypingOperation;
  @IsArray() @ArrayMaxSize(MAX_TYPING_RECIPIENTS) @IsInt({ each: true }) to!: readonly number[];
  @IsOptional() @IsString() topic?: string | undefined;
}

export interface TypingChangedPayload {
  readonly op: TypingOperation;
  readonly sender: { readonly userId: number; readonly email: string };
  readonly recipient:
    | { readonly kind: 'direct'; readonly participants: readonly { readonly userId: number; readonly email: string }[] }
    | { readonly kind: 'stream'; readonly stream: StreamFacts; readonly topic: string };
}
/** Somebody types, or stopped. */
export const TypingChanged = domainEvent<TypingChangedPayload>()('messaging.typing_changed');
