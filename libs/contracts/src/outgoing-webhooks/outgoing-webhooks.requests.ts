import { Id, ListOf, OneOf } from '../kit/fields.js';
import type { Wire } from '../kit/names.js';
import { id } from '../kit/types/index.js';
import type { Message } from '../messages/messages.schema.js';
import { AfterCommitRequest, RealmRequest, repeatable } from '../service-request.js';
import { BOT_TRIGGERS, type BotTrigger, MAX_TRIGGERED_BOTS } from './outgoing-webhooks.events.js';

/** Sent by messaging: begins the requests to the bots of a `BotsTriggered` before its event arrives. */
export class CallBots extends repeatable(AfterCommitRequest, 'integrations.outgoing_webhooks.call') {
  @Id() messageId!: number;
  @Id() senderId!: number;
  @OneOf(BOT_TRIGGERS) trigger!: BotTrigger;
  @ListOf(id(), { max: MAX_TRIGGERED_BOTS }) botIds!: readonly number[];
}

/** A message as a bot gets it. */
export interface MessageForBot {
  /** As GET /messages has it, without flags; `content` is Markdown. */
  readonly message: Omit<Wire<Message>, 'flags'> & { readonly rendered_content: string };
  /** Address of the message for people. */
  readonly link: string;
  readonly realmUrl: string;
}

/** Reads a message that called a bot, also if the bot is not subscribed to its stream. Null if the message or the bot is gone. */
export class GetMessageForBot extends repeatable(RealmRequest<MessageForBot | null>, 'messaging.messages.get_for_bot') {
  static readonly hasRealmAffinity = true;

  @Id() messageId!: number;
  @Id() senderId!: number;
  @Id() botId!: number;
}
