import { Id, Text } from '../kit/fields.js';
import { ServiceRequest } from '../service-request.js';

/**
 * Request: the user's client needs the queue no longer.
 * Errors: BAD_EVENT_QUEUE_ID when there is no such queue of this user. Effect: all of the queue is gone.
 */
export class DeleteEventQueue extends ServiceRequest<void> {
  static readonly pattern = 'events.queues.delete';

  @Id() userId!: number;
  @Id() realmId!: number;
  @Text({ controlCharacters: 'allowed' }) queueId!: string;
}
