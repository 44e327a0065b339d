import { Id } from '../kit/fields.js';
import { ServiceRequest } from '../service-request.js';

/**
 * Subscribes a new user to the default streams; a repetition does nothing. The users service sends it after it created one
 * account; bulk accounts follow by their events. Effect: SubscriptionsAdded, and a notice in the realm's stream for new users.
 */
export class SubscribeNewUser extends ServiceRequest<void> {
  static readonly pattern = 'messaging.subscriptions.add_defaults';
  /** Short, so that creating an account does not wait long for an absent service. */
  static readonly timeoutMs = 2_000;

  @Id() realmId!: number;
  @Id() userId!: number;
}
