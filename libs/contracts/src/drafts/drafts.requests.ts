import { Id } from '../kit/fields.js';
import { AfterCommitRequest } from '../service-request.js';

/** Sent by users: deletes all stored drafts of a user that disabled draft synchronization. Publishes no event. */
export class DeleteStoredDrafts extends AfterCommitRequest {
  static readonly pattern = 'messaging.drafts.delete_stored';

  @Id() userId!: number;
}
