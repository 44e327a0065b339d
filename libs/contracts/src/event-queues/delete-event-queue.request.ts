import { IsInt, IsString, Min } from 'class-validator';
import { ServiceRequest } from '../service-request.js';

/**
 * Request: the user's client needs the queue no longer.
 * Errors: BAD_EVENT_QUEUE_ID when there is no such queue of this user. Effect: all of the queue is gone.
 */
export class DeleteEventQueue extends ServiceRequest<void> {
  static readonly pattern = 'events.queues.delete';

  @IsInt() @Min(1) userId!: number;
  @IsInt() @Min(1) realmId!: number;
  @IsString() queueId!: string;
}
