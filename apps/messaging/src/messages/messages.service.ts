import {
  badRequest,
  memberText,
  missingParameter,
  type Principal,
  type SingleMessage,
  type Wire,
} from '@chat/contracts';
import { JsonText } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import { checkedContent } from '../names/check-text.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { MessageRenderer } from './rendering/message-renderer.js';
import { GroupCommit } from './send/group-commit.js';
import type { MessageToSend } from './send/prepare-message.js';
import { PrepareRequestedMessage } from './send/prepare-requested-message.js';
import { ShowMessages, type View } from './view/show-messages.js';

/** Sends, shows and previews messages. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly preparation: PrepareRequestedMessage,
    private readonly groupCommit: GroupCommit,
    private readonly projections: RealmProjections,
    private readonly showMessages: ShowMessages,
    private readonly renderer: MessageRenderer,
  ) {}

  /**
   * Sends a message. Round trips to the database for a member writing to a public stream: one per batch of concurrent sends, none
   * for the message alone; the reply goes out in the step that appends the batch to the log. Guests, private streams, mentions of guests: one more
   * each; bots: one a minute and stream. A sender with muters: one more, and the batch is stored in steps.
   */
  async send(request: MessageToSend): Promise<{ id: number }> {
    if (request.localId === undefined && request.queueId !== undefined) throw missingParameter('local_id');
    const prepared = await this.preparation.prepare(request);
    const { messageId } = await this.groupCommit.store(prepared);
    return { id: messageId };
  }

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

  /** HTML of a message that is not sent. */
  async preview(actor: Principal, content: string): Promise<{ rendered: string }> {
    return { rendered: (await this.renderer.render(actor, checkedContent(content))).html };
  }
}
