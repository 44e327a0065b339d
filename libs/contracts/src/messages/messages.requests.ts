import { Bool, Id, Nested, Text } from '../kit/fields.js';
import { RealmRequest } from '../service-request.js';
import { NewMessage } from './messages.schema.js';

export const MAX_ONCE_KEY_LENGTH = 200;

export interface MessageSentOnce {
  readonly messageId: number;
  /** The message had been sent before. */
  readonly isDuplicate: boolean;
}

/**
 * Sends a message of a bot or a person by the rules of `sendMessage`, once for each sender and key, within 24 hours: also if the request
 * runs in parallel, or again after a crash. `queueId` and `localId` of the message have no effect. Errors: as of `sendMessage`; BAD_REQUEST for an
 * unknown or deactivated sender. Effect: one MessageSent.
 */
export class SendMessageOnce extends RealmRequest<MessageSentOnce> {
  static readonly pattern = 'messaging.messages.send_once';
  static readonly hasRealmAffinity = true;
  static readonly isRepeatable = true;

  @Id() senderId!: number;
  /** Begins with the purpose, for example `bot-reply:`. */
  @Text({ max: MAX_ONCE_KEY_LENGTH, blank: false }) onceKey!: string;
  @Nested(NewMessage) message!: NewMessage;
  /** The name of the client program in the message. */
  @Text({ max: 100, blank: false }) clientName!: string;
  /** Any existing stream takes the message: for replies of a bot in the stream of the question. */
  @Bool({ optional: true }) mayWriteToEveryStream?: boolean;
}
