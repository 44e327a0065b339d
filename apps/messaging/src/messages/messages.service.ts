import {
  ApiError,
  badRequest,
  CallBots,
  type MessageSentOnce,
  memberText,
  missingParameter,
  type Principal,
  type SendMessageOnce,
  type SingleMessage,
  type Wire,
} from '@chat/contracts';
import { JsonText, type RequestContext } from '@chat/redis-rpc';
import { AfterCommit } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { checkedContent } from '../names/check-text.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { principalOf } from '../projections/realm-users.js';
import { BotOwnerNotices } from './notices/bot-owner-notices.js';
import { MessageRenderer } from './rendering/message-renderer.js';
import { streamAddress } from './send/check-recipient.js';
import { GroupCommit } from './send/group-commit.js';
import { personNamed } from './send/named-people.js';
import { type MessageToSend, PrepareMessage } from './send/prepare-message.js';
import type { PreparedMessage, StoredMessage } from './send/prepared-message.js';
import { triggeredBots } from './send/triggered-bots.js';
import { ShowMessages, type View } from './view/show-messages.js';

/** Takes the place of a queue in the send keys of messages that services send once. A client that names it changes only its own sends. */
const SENT_ONCE = 'sent-once';

@Injectable()
export class MessagesService {
  constructor(
    private readonly preparation: PrepareMessage,
    private readonly botOwnerNotices: BotOwnerNotices,
    private readonly groupCommit: GroupCommit,
    private readonly projections: RealmProjections,
    private readonly showMessages: ShowMessages,
    private readonly renderer: MessageRenderer,
    private readonly afterCommit: AfterCommit,
  ) {}

  /**
   * Sends a message. Round trips to the database for a member and a public stream: one per batch of concurrent sends, none for the
   * message alone. Guests, private streams, mentions of guests: one more each; bots: one a minute and stream; a sender with
   * muters: one more. Links to files: a request to the files service. A message that calls bots: a request without waiting.
   */
  async send(request: MessageToSend, cause: RequestContext): Promise<{ id: number }> {
    if (request.localId === undefined && request.queueId !== undefined) throw missingParameter('local_id');
    const { messageId } = await this.store(request, cause);
    return { id: messageId };
  }

  /** Sends a message under a key, with one query more than `send` if it had been sent before. Several have a transaction of their own. */
  async sendOnce(request: SendMessageOnce, cause: RequestContext): Promise<MessageSentOnce> {
    const { realmId, senderId, onceKey, message, further = [], clientName, mayWriteToEveryStream } = request;
    const users = await this.projections.users(realmId);
    const account = senderId === null ? users.notificationBot : users.require(senderId);
    if (account === undefined) throw badRequest('This organization has no notification bot');
    if (!account.isActive) throw badRequest(`'${account.email}' is no longer using this service.`);
    const sending = { sender: principalOf(account, realmId), clientName, mayWriteToEveryStream };
    const first = { ...message, ...sending, queueId: SENT_ONCE, localId: onceKey };
    const rest = further.map(({ queueId, localId, ...without }) => ({ ...without, ...sending }));
    const { messageId, isNew } = await (rest.length === 0
      ? this.store(first, cause)
      : this.storeTogether(first, rest, cause));
    return { messageId, isDuplicate: !isNew };
  }

  async findPerson(realmId: number, names: readonly string[]): Promise<{ userId: number | null }> {
    const users = await this.projections.users(realmId);
    return { userId: personNamed(names, users)?.userId ?? null };
  }

  private async store(request: MessageToSend, cause: RequestContext): Promise<StoredMessage> {
    const prepared = await this.prepare(request);
    const stored = await this.groupCommit.store(prepared);
    await this.settle(prepared, stored, cause);
    return stored;
  }

  /** Returns the first message. */
  private async storeTogether(
    first: MessageToSend,
    further: readonly MessageToSend[],
    cause: RequestContext,
  ): Promise<StoredMessage> {
    const preparedFirst = await this.prepare(first);
    const prepared: PreparedMessage[] = [];
    for (const message of further) prepared.push(await this.prepare(message));
    const stored = await this.groupCommit.storeTogether(preparedFirst, prepared);
    const all = [preparedFirst, ...prepared];
    for (const [place, message] of stored.entries()) {
      await this.settle(all[place] as PreparedMessage, message, cause);
    }
    return stored[0] as StoredMessage;
  }

  /** Requests to other services that follow from a stored message. */
  private async settle(prepared: PreparedMessage, stored: StoredMessage, cause: RequestContext): Promise<void> {
    const triggered = stored.isNew ? triggeredBots(prepared, stored.messageId) : undefined;
    // The sender does not wait for bots.
    if (triggered) void this.afterCommit.ask(CallBots, { realmId: prepared.realmId, ...triggered }, cause);
  }

  /** Prepares a message to be sent now or later, and notifies the owner of a bot if no user would read the message. */
  async prepare(request: MessageToSend): Promise<PreparedMessage> {
    const { sender } = request;
    if (!sender.isBot || sender.botOwnerId === null) return this.preparation.prepare(request);
    const prepared = await this.preparation.prepare(request).catch(async (error: unknown) => {
      if (error instanceof ApiError && error.code === 'STREAM_DOES_NOT_EXIST' && request.to !== undefined) {
        await this.botOwnerNotices.notifyOfMissingStream(sender, streamAddress(request.to));
      }
      throw error;
    });
    const { recipient } = prepared;
    if (recipient.kind === 'stream') await this.botOwnerNotices.notifyIfDeserted(sender, recipient);
    return prepared;
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

  async preview(actor: Principal, content: string): Promise<{ rendered: string }> {
    return { rendered: (await this.renderer.render(actor, checkedContent(content))).html };
  }
}
