import { ArrayMaxSize, IsArray, IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import type { ClientCapabilities } from '../register/register-state.js';

/** Event types that one queue may name; more are of no use to anybody. */
export const MAX_QUEUE_EVENT_TYPES = 200;

/** What a client chose when it registered a queue. Source: API contract, POST /register. */
export class EventQueueOptions {
  @IsBoolean() applyMarkdown!: boolean;
  @IsBoolean() clientExtavatar!: boolean;
  @IsBoolean() slimPresence!: boolean;
  @IsBoolean() includeSubscribers!: boolean;
  @IsBoolean() allPublicStreams!: boolean;
  capabilities!: ClientCapabilities;
  /** Null: every type. Unknown ones do no harm. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_QUEUE_EVENT_TYPES)
  @IsString({ each: true })
  @MaxLength(100, { each: true })
  eventTypes!: string[] | null;
  /** Parsed JSON in one of a narrow's two forms; the events service reads and checks it. */
  @IsArray() narrow!: unknown[];
}
