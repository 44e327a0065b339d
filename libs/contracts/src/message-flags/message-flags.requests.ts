import { Id, Timestamp } from '../kit/fields.js';
import { ServiceRequest } from '../service-request.js';

/**
 * Marks the messages of a muted user up to that time as read for the user that muted. The users service sends it after its
 * commit; messaging also does it when it applies the domain event. Effect: MessageFlagsChanged with the ids.
 */
export class ReadMutedMessages extends ServiceRequest<void> {
  static readonly pattern = 'messaging.flags.read_muted';
  /** Short, so that muting does not wait long for an absent service. */
  static readonly timeoutMs = 2_000;

  @Id() realmId!: number;
  @Id() userId!: number;
  @Id() mutedUserId!: number;
  @Timestamp() mutedAtSeconds!: number;
}
