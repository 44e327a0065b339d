import { Joining } from '../invitations/invitations.schema.js';
import { Id, Nested } from '../kit/fields.js';
import { AfterCommitRequest, request } from '../service-request.js';

/**
 * Sent by users after it created one account; bulk accounts follow by their events. Subscribes the new user to the default streams,
 * or to those of `joining`; a repetition does nothing. Effect: SubscriptionsAdded, and notices to the realm's stream for new users and to the
 * inviter.
 */
export class SubscribeNewUser extends request(AfterCommitRequest, 'messaging.subscriptions.add_defaults') {
  @Id() userId!: number;
  @Nested(Joining, { optional: true }) joining?: Joining;
}
