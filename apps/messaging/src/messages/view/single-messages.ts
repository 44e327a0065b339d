import {
  badRequest,
  type GetMessageForBot,
  type Message,
  type MessageForBot,
  memberText,
  type SingleMessage,
  type Wire,
} from '@chat/contracts';
import { directMessageUrl, messageUrl } from '@chat/markdown';
import { JsonText } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import { principalOf } from '../../projections/principal-of.js';
import { RealmProjections } from '../../projections/realm-projections.js';
import { ShowMessages, type View } from './show-messages.js';

/** Shows one message with its Markdown, to users and for bots. */
@Injectable()
export class SingleMessages {
  constructor(
    private readonly projections: RealmProjections,
    private readonly showMessages: ShowMessages,
  ) {}

  /** One query, and two for a message that is not in memory. */
  async get(view: View, messageId: number): Promise<JsonText> {
    const { actor, realmId } = view;
    const realm = await this.projections.realm(realmId);
    if (actor === null && !realm.webPublicStreamsEnabled) throw badRequest('Invalid message(s)');
    const message = await this.showMessages.withSource(view, messageId);
    if (!message) throw badRequest('Invalid message(s)');
    const rest: Omit<Wire<SingleMessage>, 'message'> = { raw_content: message.source };
    return new JsonText(`{${memberText<SingleMessage>('message', message.text)},${JSON.stringify(rest).slice(1)}`);
  }

  /** The bot sees the message as its sender does, and people in it as a bot. Null if the message, its sender or the bot is gone. */
  async getForBot({ realmId, messageId, senderId, botId }: GetMessageForBot): Promise<MessageForBot | null> {
    const { realm, users } = await this.projections.state(realmId);
    const [sender, bot] = [users.get(senderId), users.get(botId)];
    if (sender === undefined || bot?.isActive !== true) return null;
    const view = { realmId, applyMarkdown: true, clientExtavatar: false };
    const actor = principalOf(bot, realmId);
    const visibleTo = principalOf(sender, realmId);
    const shown = await this.showMessages.withSource({ ...view, actor, visibleTo }, messageId);
    if (shown === undefined) return null;
    const { flags: _, ...message } = JSON.parse(shown.text) as Wire<Message>;
    return {
      message: {
        ...message,
        content: shown.source,
        content_type: 'text/x-markdown',
        rendered_content: message.content,
      },
      link: `${realm.url}${pathOf(message)}`,
      realmUrl: realm.url,
    };
  }
}

function pathOf({ id, stream_id, display_recipient, subject }: Omit<Wire<Message>, 'flags'>): string {
  if (stream_id !== undefined) return messageUrl({ id: stream_id, name: String(display_recipient) }, subject, id);
  const people = display_recipient as readonly { readonly id: number }[];
  const ids = people.map((person) => person.id).sort((a, b) => a - b);
  return directMessageUrl(ids, id);
}
