import { Id, Timestamp } from '../kit/fields.js';
import { ServiceRequest } from '../service-request.js';

/**
 * Marks the messages that a muted user sent until then as read for the user who muted. The users service sends it after its
 * commit; messaging also does it when it applies the domain event. Errors: none. Effect: MessageFlagsChanged with the ids.
 */
export class ReadMutedMessages extends ServiceRequest<void> {
  static readonly pattern = 'messaging.flags.read_muted';
  /** Short: muting does not wait long for an absent messaging service. */
  static readonly timeoutMs = 2_000;

  @Id() realmId!: number;
  @Id() userId!: number;
  @Id() mutedUserId!: number;
  @Timestamp() mutedAtSeconds!: number;
}
