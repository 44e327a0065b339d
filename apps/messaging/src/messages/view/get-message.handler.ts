import { badRequest, type GetMessage } from '@chat/contracts';
import { JsonText } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import { RealmProjections } from '../../projections/realm-projections.js';
import { ShowMessages } from './show-messages.js';

/** Shows one message. One query, and two for what is not in memory. */
@Injectable()
export class GetMessageHandler {
  constructor(
    private readonly projections: RealmProjections,
    private readonly showMessages: ShowMessages,
  ) {}

  /** The text of what `GetMessage` replies. */
  async handle(request: GetMessage): Promise<JsonText> {
    const { actor, realmId, messageId } = request;
    const realm = await this.projections.realm(realmId);
    if (actor === null && !realm.webPublicStreamsEnabled) throw badRequest('Invalid message(s)');
    const message = await this.showMessages.withSource(request, messageId);
    if (!message) throw badRequest('Invalid message(s)');
    return new JsonText(`{"message":${message.text},"raw_content":${JSON.stringify(message.source)}}`);
  }
}
