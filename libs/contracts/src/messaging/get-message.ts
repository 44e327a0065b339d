import { IsBoolean, IsInt, IsObject, IsOptional, IsString, Min } from 'class-validator';
import type { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';

/** A message under wire names, as one reader sees it. Source: API contract, "Message". */
export type WireMessage = Readonly<Record<string, unknown>>;

/**
 * Request: one message. The reply has wire names and is passed through as text.
 * Errors (BAD_REQUEST): "Invalid message(s)" when it does not exist or the actor cannot see it. Effect: none.
 */
export class GetMessage extends ServiceRequest<{ readonly message: WireMessage; readonly raw_content: string }> {
  static readonly pattern = 'messaging.messages.get';
  static readonly isRepeatable = true;

  /** Null: a spectator. */
  @IsOptional() @IsObject() actor!: Principal | null;
  @IsInt() @Min(1) realmId!: number;
  @IsInt() messageId!: number;
  @IsBoolean() applyMarkdown!: boolean;
  @IsBoolean() clientExtavatar!: boolean;
}

/**
 * Request: the HTML of a text, as if the actor sent it. Errors (BAD_REQUEST): "Unable to render message", and those of empty and
 * invalid content. Effect: none.
 */
export class RenderMarkdown extends ServiceRequest<{ readonly rendered: string }> {
  static readonly pattern = 'messaging.messages.render';
  static readonly isRepeatable = true;

  @IsObject() actor!: Principal;
  @IsString() content!: string;
}
