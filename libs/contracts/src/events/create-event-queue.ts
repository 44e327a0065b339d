import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Min, ValidateNested } from 'class-validator';
import { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';
import { EventQueueOptions } from './event-queue-options.js';

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
  @ValidateNested() @Type(() => EventQueueOptions) options!: EventQueueOptions;
}

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
