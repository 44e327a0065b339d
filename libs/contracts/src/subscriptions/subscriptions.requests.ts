import { Id } from '../kit/fields.js';
import { ServiceRequest } from '../service-request.js';

/**
 * Subscribes a new user to the realm's default streams. The users service sends it right after it created the account (accounts
 * made in bulk follow by their events); a repetition does nothing. Errors: none. Effect: SubscriptionsAdded, and a notice in the
 * realm's stream for new people.
 */
export class SubscribeNewUser extends ServiceRequest<void> {
  static readonly pattern = 'messaging.subscriptions.add_defaults';
  /** Short: the creation of an account does not wait long for an absent messaging service. */
  static readonly timeoutMs = 2_000;

  @Id() realmId!: number;
  @Id() userId!: number;
}
