import type { GetMessageForBot, Message, MessageForBot, Wire } from '@chat/contracts';
import { directMessageUrl, messageUrl } from '@chat/markdown';
import { Injectable } from '@nestjs/common';
import { principalOf } from '../../projections/principal-of.js';
import { RealmProjections } from '../../projections/realm-projections.js';
import { ShowMessages } from './show-messages.js';

@Injectable()
export class MessagesForBots {
  constructor(
    private readonly projections: RealmProjections,
    private readonly showMessages: ShowMessages,
  ) {}

  /** The bot sees the message as its sender does, and people in it as a bot. Null if the message, its sender or the bot is gone. */
  async get({ realmId, messageId, senderId, botId }: GetMessageForBot): Promise<MessageForBot | null> {
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
