import { Id, Timestamp } from '../kit/fields.js';
import { AfterCommitRequest, request } from '../service-request.js';

/**
 * Sent by users: marks the messages of a muted user up to that time as read for the user that muted. Effect: MessageFlagsChanged
 * with the ids.
 */
export class ReadMutedMessages extends request(AfterCommitRequest, 'messaging.flags.read_muted') {
  @Id() userId!: number;
  @Id() mutedUserId!: number;
  @Timestamp() mutedAtSeconds!: number;
}
