import { badRequest, type MessageSentOnce, type SendMessageOnce } from '@chat/contracts';
import { Database } from '@chat/persistence';
import type { RequestContext } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import { principalOf } from '../../projections/principal-of.js';
import { RealmProjections } from '../../projections/realm-projections.js';
import { MessagesService } from '../messages.service.js';
import type { MessageToSend } from './prepare-message.js';
import type { PreparedMessage, StoredMessage } from './prepared-message.js';
import { storeMessages } from './store-messages.js';

/** Takes the place of a queue in the send keys of messages that services send once. A client that names it changes only its own sends. */
const SENT_ONCE = 'sent-once';

/** Sends messages of services under a key, so that a repeated request sends nothing twice. */
@Injectable()
export class SendOnceService {
  constructor(
    private readonly messages: MessagesService,
    private readonly projections: RealmProjections,
    private readonly database: Database,
  ) {}

  /** One query more than a client's send if the message had been sent before. Several messages have a transaction of their own. */
  async send(request: SendMessageOnce, cause: RequestContext): Promise<MessageSentOnce> {
    const { realmId, senderId, onceKey, message, further = [], clientName, mayWriteToEveryStream } = request;
    const users = await this.projections.users(realmId);
    const account = senderId === null ? users.notificationBot : users.require(senderId);
    if (account === undefined) throw badRequest('This organization has no notification bot');
    if (!account.isActive) throw badRequest(`'${account.email}' is no longer using this service.`);
    const sending = { sender: principalOf(account, realmId), clientName, mayWriteToEveryStream };
    const first = { ...message, ...sending, queueId: SENT_ONCE, localId: onceKey };
    const rest = further.map(({ queueId, localId, ...without }) => ({ ...without, ...sending }));
    const { messageId, isNew } = await (rest.length === 0
      ? this.messages.store(first, cause)
      : this.storeTogether(first, rest, cause));
    return { messageId, isDuplicate: !isNew };
  }

  /** Stores all, or none if the first had been sent before. Returns the first message. */
  private async storeTogether(
    first: MessageToSend,
    further: readonly MessageToSend[],
    cause: RequestContext,
  ): Promise<StoredMessage> {
    const prepared: PreparedMessage[] = [];
    for (const message of [first, ...further]) prepared.push(await this.messages.prepare(message));
    const { realmId } = first.sender;
    const stored = await this.database.transaction(async (tx) => {
      const [begun] = (await storeMessages(tx, realmId, prepared.slice(0, 1))) as [StoredMessage];
      return begun.isNew ? [begun, ...(await storeMessages(tx, realmId, prepared.slice(1)))] : [begun];
    });
    for (const [place, message] of stored.entries()) {
      this.messages.callBots(prepared[place] as PreparedMessage, message, cause);
    }
    return stored[0] as StoredMessage;
  }
}
