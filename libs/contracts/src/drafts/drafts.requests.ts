import { Id } from '../kit/fields.js';
import { AfterCommitRequest, request } from '../service-request.js';

/** Sent by users: deletes all stored drafts of a user that disabled draft synchronization. Publishes no event. */
export class DeleteStoredDrafts extends request(AfterCommitRequest, 'messaging.drafts.delete_stored') {
  @Id() userId!: number;
}
