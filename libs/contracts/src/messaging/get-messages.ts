import { ArrayMaxSize, IsArray, IsBoolean, IsInt, IsObject, IsOptional, Max, Min } from 'class-validator';
import type { MessageAnchor } from '../history/history.schema.js';
import { MAX_MESSAGES_PER_FETCH } from '../limits.js';
import type { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';

/** A page of messages under wire names. */
export interface MessagePage {
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  readonly anchor: number;
  readonly found_anchor: boolean;
  readonly found_oldest: boolean;
  readonly found_newest: boolean;
  /** Always false: nobody's history is limited by a plan. */
  readonly history_limited: boolean;
}

/**
 * Request: a page of the messages that meet the narrow and that the actor can see, ascending by id. Without a narrow on a stream:
 * what the actor received. The reply has wire names and is passed through as text.
 *
 * Errors: BAD_NARROW for an operator or operand that does not exist; BAD_REQUEST for more than MAX_MESSAGES_PER_FETCH, and for
 * a narrow that spectators may not use.
 * Effect: none. Source: reference shapes, GET /messages.
 */
export class GetMessages extends ServiceRequest<MessagePage> {
  static readonly pattern = 'messaging.messages.get_page';
  static readonly isRepeatable = true;

  /** Null: an unauthenticated reader, who sees web-public streams. */
  @IsOptional() @IsObject() actor!: Principal | null;
  @IsInt() @Min(1) realmId!: number;
  anchor!: MessageAnchor;
  @IsBoolean() includeAnchor!: boolean;
  @IsInt() @Min(0) @Max(MAX_MESSAGES_PER_FETCH) numBefore!: number;
  @IsInt() @Min(0) @Max(MAX_MESSAGES_PER_FETCH) numAfter!: number;
  @IsArray() narrow!: readonly unknown[];
  @IsBoolean() clientExtavatar!: boolean;
  @IsBoolean() applyMarkdown!: boolean;
}

/**
 * Request: which of these messages, among those that the actor can see, meet the narrow? Reply: highlighted content and topic of
 * each. Errors: as for GetMessages.
 */
export class MatchMessages extends ServiceRequest<{
  readonly messages: Readonly<Record<number, { readonly match_content: string; readonly match_subject: string }>>;
}> {
  static readonly pattern = 'messaging.messages.match';
  static readonly isRepeatable = true;

  @IsObject() actor!: Principal;
  @IsArray() @ArrayMaxSize(MAX_MESSAGES_PER_FETCH) @IsInt({ each: true }) messageIds!: number[];
  @IsArray() narrow!: readonly unknown[];
}
