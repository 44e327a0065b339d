import { Id } from '../kit/fields.js';
import { AfterCommitRequest } from '../service-request.js';

/**
 * Sent by users after it created one account; bulk accounts follow by their events. Subscribes the new user to the default streams;
 * a repetition does nothing. Effect: SubscriptionsAdded, and a notice in the realm's stream for new users.
 */
export class SubscribeNewUser extends AfterCommitRequest {
  static readonly pattern = 'messaging.subscriptions.add_defaults';

  @Id() userId!: number;
}
