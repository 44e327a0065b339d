import { Id } from '../kit/fields.js';
import { ServiceRequest } from '../service-request.js';

/**
 * Deletes all stored drafts of a user that disabled draft synchronization. The users service sends it after its commit; messaging
 * also deletes the drafts when it applies the domain event. Publishes no event.
 */
export class DeleteStoredDrafts extends ServiceRequest<void> {
  static readonly pattern = 'messaging.drafts.delete_stored';
  /** Short, so that a change of settings does not wait long for an absent service. */
  static readonly timeoutMs = 2_000;

  @Id() realmId!: number;
  @Id() userId!: number;
}
