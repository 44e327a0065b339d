import { Bool, Id, ListOf, Nested, Text } from '../kit/fields.js';
import { text } from '../kit/types/index.js';
import { RealmRequest, repeatable, request } from '../service-request.js';
import { NewMessage } from './messages.schema.js';

export const MAX_ONCE_KEY_LENGTH = 200;

export interface MessageSentOnce {
  readonly messageId: number;
  /** The message had been sent before. */
  readonly isDuplicate: boolean;
}

/** Further messages of one request to send once. */
export const MAX_FURTHER_MESSAGES = 2_000;

/**
 * Sends a message of a bot or a person by the rules of `sendMessage`, once for each sender and key, within 24 hours: also if the request
 * runs in parallel, or again after a crash. `queueId` and `localId` of the message have no effect. Errors: as of `sendMessage`, if one of the
 * messages has one; BAD_REQUEST for an unknown or deactivated sender. Effect: one MessageSent for each message, or none.
 */
export class SendMessageOnce extends request(RealmRequest<MessageSentOnce>, 'messaging.messages.send_once') {
  static readonly hasRealmAffinity = true;
  // A function, because it is a write: a lost reply leaves the outcome unknown.
  static readonly isRepeatable = () => true;

  /** Null: the notification bot. */
  @Id({ nullable: true }) senderId!: number | null;
  /** Begins with the purpose, for example `bot-reply:`. */
  @Text({ max: MAX_ONCE_KEY_LENGTH, blank: false }) onceKey!: string;
  @Nested(NewMessage) message!: NewMessage;
  /** Stored behind `message` in the same transaction: all of them, or none if the key is known. */
  @ListOf(NewMessage, { max: MAX_FURTHER_MESSAGES, optional: true }) further?: readonly NewMessage[];
  /** The name of the client program in the message. */
  @Text({ max: 100, blank: false }) clientName!: string;
  /** Any existing stream takes the message: for replies of a bot in the stream of the question. */
  @Bool({ optional: true }) mayWriteToEveryStream?: boolean;
}

export const MAX_PROBLEM_LENGTH = 1_000;

/**
 * Sent by integrations: a direct message of the notification bot to the owner of a bot, at most one a minute for each bot, together with
 * messaging's own notices about it. Further ones are dropped. Effect: at most one MessageSent.
 */
export class NotifyBotOwner extends request(RealmRequest<void>, 'messaging.notices.notify_bot_owner') {
  @Id() botId!: number;
  /** Markdown, the end of the sentence that begins with the name of the bot. */
  @Text({ max: MAX_PROBLEM_LENGTH, blank: false }) problem!: string;
}

/** Names in one search. */
export const MAX_SEARCHED_NAMES = 5;

/** Finds an active person by full name, or by the part of the email address before the "@", in any letter case. The first name with a person counts. */
export class FindPersonByName extends repeatable(
  RealmRequest<{ readonly userId: number | null }>,
  'messaging.people.find_by_name',
) {
  @ListOf(text({ max: 200, controlCharacters: 'allowed' }), { max: MAX_SEARCHED_NAMES }) names!: readonly string[];
}
