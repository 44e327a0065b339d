import { badRequest, type GetMessage, type WireMessage } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { Directories } from '../../directory/directories.js';
import { type MessageViewContext, messageOnWire } from './message-on-wire.js';
import { readMessages } from './read-messages.js';

/** Shows one message. Two queries. */
@Injectable()
export class GetMessageHandler {
  constructor(
    private readonly database: Database,
    private readonly directories: Directories,
  ) {}

  async handle(request: GetMessage): Promise<{ message: WireMessage; raw_content: string }> {
    const { actor, realmId, messageId } = request;
    const context = await this.viewContext(request);
    if (actor === null && !context.realm.webPublicStreamsEnabled) throw badRequest('Invalid message(s)');
    const [message] = await readMessages(this.database, actor, realmId, [messageId]);
    if (!message) throw badRequest('Invalid message(s)');
    return { message: messageOnWire(message, context), raw_content: message.content };
  }

  private async viewContext(request: GetMessage): Promise<MessageViewContext> {
    const { actor, realmId, applyMarkdown, clientExtavatar } = request;
    const [users, realm, markup] = await Promise.all([
      this.directories.users(realmId),
      this.directories.realm(realmId),
      this.directories.markup(realmId),
    ]);
    return { reader: actor, applyMarkdown, clientExtavatar, users, realm, linkifiers: markup.linkifiers };
  }
}
