import { Field, Id } from '../kit/fields.js';
import { ServiceRequest } from '../service-request.js';
import { logPosition } from './register-event-queue.request.js';

/**
 * Request to the holder of the user's shard: resolves when everything that the log of the realm's partition has up to `position` is in
 * the queues that it is for. For clients that look into their queue and do not wait.
 *
 * Errors: SERVICE_UNAVAILABLE when this replica does not hold the shard, or the log ends before. Effect: none that would not come anyway.
 */
export class CatchUpEvents extends ServiceRequest<void> {
  static readonly pattern = 'events.queues.catch_up';
  /** Short: who does not wait is answered with what is there. */
  static readonly timeoutMs = 1_000;

  @Id() userId!: number;
  @Id() realmId!: number;
  @Field(logPosition, {}) position!: string;
}
