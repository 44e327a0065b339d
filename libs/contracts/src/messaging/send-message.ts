import { IsIn, IsObject, IsOptional, IsString, MaxLength } from 'class-validator';
import type { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';
import { MESSAGE_TYPES, type MessageType } from './message-type.js';

/** Whom a message is for: a stream by name or id; people by user ids or API emails. A list with one stream is that stream. */
export type Addressee = string | number | readonly string[] | readonly number[];

/** Users of one direct conversation, the sender among them. */
export const MAX_DIRECT_PARTICIPANTS = 1_000;
/** Longest `queue_id` and `local_id` that are remembered. */
export const MAX_LOCAL_ECHO_LENGTH = 200;

/**
 * Request: send a message. Reply: its id, once it is stored for good and in everybody's reach.
 *
 * Repeated with the same `queueId` and `localId` by the same sender (at once, in parallel, within 24 hours) it answers the first
 * message's id and sends nothing. Equal content alone is never taken for a repeat.
 *
 * Errors: STREAM_DOES_NOT_EXIST with `stream` or `stream_id`, also for a stream that the sender may not know of; BAD_REQUEST:
 * those of errors.json, POST /messages.
 * Effect: exactly one MessageSent. Source: API contract, POST /messages.
 */
export class SendMessage extends ServiceRequest<{ readonly id: number }> {
  static readonly pattern = 'messaging.messages.send';
  /** Sends that come together share a commit. */
  static readonly hasRealmAffinity = true;
  static readonly isRepeatable = ({ queueId, localId }: Pick<SendMessage, 'queueId' | 'localId'>): boolean =>
    Boolean(queueId && localId);

  @IsObject() sender!: Principal;
  @IsIn(MESSAGE_TYPES) type!: MessageType;
  to!: Addressee;
  @IsString() content!: string;
  /** For streams; ignored otherwise. */
  @IsOptional() @IsString() topic?: string | undefined;
  /** The client program, from User-Agent. */
  @IsString() clientName!: string;
  /** For local echo. A queue needs a local id; a local id without a queue is for nobody. */
  @IsOptional() @IsString() @MaxLength(MAX_LOCAL_ECHO_LENGTH) queueId?: string | undefined;
  @IsOptional() @IsString() @MaxLength(MAX_LOCAL_ECHO_LENGTH) localId?: string | undefined;
}
