import { Id } from '../kit/fields.js';
import { ServiceRequest } from '../service-request.js';

/**
 * Deletes every stored draft of a user who switched draft synchronization off. The users service sends it after its commit;
 * messaging also deletes the drafts when it applies the domain event. Errors: none. Effect: no event.
 */
export class DeleteStoredDrafts extends ServiceRequest<void> {
  static readonly pattern = 'messaging.drafts.delete_stored';
  /** Short: a change of settings does not wait long for an absent messaging service. */
  static readonly timeoutMs = 2_000;

  @Id() realmId!: number;
  @Id() userId!: number;
}
