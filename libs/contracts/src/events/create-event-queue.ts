import { ArrayMaxSize, IsArray, IsBoolean, IsInt, IsOptional, IsString, MaxLength, Min } from 'class-validator';
import type { Principal } from '../principal.js';
import type { ClientCapabilities } from '../register/register-state.js';
import { type FieldsOf, ServiceRequest } from '../service-request.js';

/** Event types that one queue may name; more are of no use to anybody. */
export const MAX_QUEUE_EVENT_TYPES = 200;

export interface PendingEventQueue {
  readonly queueId: string;
}

/**
 * Request to the holder of the actor's shard: from now on remember what happens for a new queue, until the snapshots are taken
 * and `OpenEventQueue` says what they cover. A pending queue that is not opened within seconds is forgotten.
 *
 * Errors: BAD_REQUEST for a narrow that queues do not know, or `allPublicStreams` of a guest; SERVICE_UNAVAILABLE when this
 * replica does not hold the shard, or cannot learn what it must know of the user: ask the holder anew.
 * Effect: in memory only.
 */
export class CreateEventQueue extends ServiceRequest<PendingEventQueue> {
  static readonly pattern = 'events.queues.create';
  static readonly timeoutMs = 3_000;

  actor!: Principal;
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
  /** Parsed JSON in either of a narrow's forms; the events service reads and checks it. */
  @IsArray() narrow!: unknown[];
}

/** What a client chose when it registered a queue. Source: API contract, POST /register. */
export type EventQueueOptions = Omit<FieldsOf<CreateEventQueue>, 'actor'>;

export interface OpenedEventQueue {
  readonly queueId: string;
  /** What the client passes first. */
  readonly lastEventId: number;
}

/**
 * Request to the replica that answered `CreateEventQueue`: the snapshots are taken; the queue exists from now on. Events that a
 * stamp covers are left out, later ones are in the queue already.
 *
 * Errors: SERVICE_UNAVAILABLE when the pending queue is not here (any more): start over.
 * Effect: the queue and what happened since, stored in one step. Safe to repeat.
 */
export class OpenEventQueue extends ServiceRequest<OpenedEventQueue> {
  static readonly pattern = 'events.queues.open';
  static readonly timeoutMs = 3_000;

  @IsInt() @Min(1) userId!: number;
  @IsString() queueId!: string;
  /** By service, the sequence that its snapshot covers; services that were not asked are left out. */
  @IsOptional() stamps!: Readonly<Record<string, number>>;
}
