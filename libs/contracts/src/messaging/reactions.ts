import { IsIn, IsInt, IsObject, IsOptional, IsString, MaxLength } from 'class-validator';
import { domainEvent } from '../domain-event.js';
import type { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';
import { REACTION_KINDS, type ReactionKind } from '../users/reaction-kind.js';
import type { MessageAudience } from './message-audience.js';

export const MAX_EMOJI_NAME_LENGTH = 200;
export const MAX_EMOJI_CODE_LENGTH = 200;

/** Somebody's vote on a message. */
export interface Reaction {
  readonly userId: number;
  readonly emojiName: string;
  /** Dash-separated hex code points, custom emoji id, or extra-emoji name, according to `reactionType`. */
  readonly emojiCode: string;
  readonly reactionType: ReactionKind;
}

/**
 * Request: put the actor's emoji reaction on a message. Reply: nothing.
 *
 * Errors (all BAD_REQUEST, HTTP 400): "Invalid message(s)" when unknown or not visible to the actor; "Emoji '…' does not
 * exist"; "Invalid emoji code." when the code does not belong to the name; "Invalid custom emoji." and the like;
 * "Reaction already exists."
 * Effect: exactly one ReactionAdded, committed with the row. Safe to repeat: the repeat is refused, nothing changes.
 * Source: API contract, POST /messages/{message_id}/reactions.
 */
export class AddReaction extends ServiceRequest<void> {
  static readonly pattern = 'messaging.reactions.add';

  @IsObject() actor!: Principal;
  @IsInt() messageId!: number;
  @IsString() @MaxLength(MAX_EMOJI_NAME_LENGTH) emojiName!: string;
  /** When voting on an existing reaction: as the server gave it. */
  @IsOptional() @IsString() @MaxLength(MAX_EMOJI_CODE_LENGTH) emojiCode?: string | undefined;
  @IsOptional() @IsIn(REACTION_KINDS) reactionType?: ReactionKind | undefined;
}

/**
 * Request: take the actor's reaction back; named by name or by code.
 * Errors (BAD_REQUEST): "Invalid message(s)", "Reaction doesn't exist.". Effect: one ReactionRemoved.
 */
export class RemoveReaction extends ServiceRequest<void> {
  static readonly pattern = 'messaging.reactions.remove';

  @IsObject() actor!: Principal;
  @IsInt() messageId!: number;
  @IsOptional() @IsString() @MaxLength(MAX_EMOJI_NAME_LENGTH) emojiName?: string | undefined;
  @IsOptional() @IsString() @MaxLength(MAX_EMOJI_CODE_LENGTH) emojiCode?: string | undefined;
  @IsOptional() @IsIn(REACTION_KINDS) reactionType?: ReactionKind | undefined;
}

export interface ReactionChangedPayload {
  readonly messageId: number;
  readonly reaction: Reaction;
  /** Who reacted, as old clients want it. */
  readonly user: { readonly email: string; readonly fullName: string };
  readonly audience: MessageAudience;
}
export const ReactionAdded = domainEvent<ReactionChangedPayload>()('messaging.reaction_added');
export const ReactionRemoved = domainEvent<ReactionChangedPayload>()('messaging.reaction_removed');
