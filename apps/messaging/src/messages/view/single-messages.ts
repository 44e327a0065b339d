import { badRequest, memberText, type SingleMessage, type Wire } from '@chat/contracts';
import { JsonText } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import { RealmProjections } from '../../projections/realm-projections.js';
import { ShowMessages, type View } from './show-messages.js';

/** Shows one message with its Markdown. */
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
}
