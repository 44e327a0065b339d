import { badRequest, type InsertMessagesAsOperator, type MessageToInsert, type Principal } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import type { CheckedRecipient, RealmFacts } from '../messages/send/check-recipient.js';
import { DirectRecipients } from '../messages/send/direct-recipients.js';
import { PrepareMessage } from '../messages/send/prepare-message.js';
import type { PreparedMessage } from '../messages/send/prepared-message.js';
import { storeMessages } from '../messages/send/store-messages.js';
import { checkedContent, checkedTopic } from '../names/check-text.js';
import { StreamDirectory } from '../streams/stream-directory.js';

const OPERATOR_CLIENT = 'website';

/** Inserts messages with their times, by nobody's policy. */
@Injectable()
export class InsertMessagesHandler {
  constructor(
    private readonly database: Database,
    private readonly preparation: PrepareMessage,
    private readonly directRecipients: DirectRecipients,
    private readonly streams: StreamDirectory,
  ) {}

  async handle(request: InsertMessagesAsOperator): Promise<{ messageIds: number[] }> {
    const { realmId, messages, tellClients = true } = request;
    const facts = await this.preparation.realmFacts(realmId);
    const prepared: PreparedMessage[] = [];
    for (const message of messages) prepared.push(await this.prepare(message, facts));
    const messageIds = await this.database.transaction(async (tx) => {
      const stored = await storeMessages(tx, realmId, prepared, {
        sentAtSeconds: messages.map((message) => message.sentAtSeconds),
        tellClients,
      });
      const ids = stored.map(({ messageId }) => messageId);
      await markReadByAll(tx, prepared, ids, messages);
      return ids;
    });
    return { messageIds };
  }

  private async prepare(message: MessageToInsert, facts: RealmFacts): Promise<PreparedMessage> {
    const user = facts.users.get(message.senderId);
    if (!user) throw badRequest(`Invalid user ID ${message.senderId}`);
    const { userId, role, isBot, botOwnerId, email, fullName, joinedAtSeconds } = user;
    const { realmId } = facts.realm;
    const sender: Principal = { realmId, userId, role, isBot, botOwnerId, email, fullName, joinedAtSeconds };
    const recipient = await this.recipientOf(message, facts);
    const content = checkedContent(message.content);
    return this.preparation.complete(sender, recipient, content, facts, message.clientName ?? OPERATOR_CLIENT);
  }

  private async recipientOf({ senderId, to }: MessageToInsert, facts: RealmFacts): Promise<CheckedRecipient> {
    const { realmId } = facts.realm;
    if ('streamId' in to) {
      const stream = (await this.streams.of(realmId)).get(to.streamId);
      if (!stream) throw badRequest('Invalid stream ID');
      const { recipientId, streamId, name } = stream;
      const topic = checkedTopic(to.topic);
      return { stream, recipient: { kind: 'stream', recipientId, streamId, streamName: name, topic } };
    }
    const userIds = [...new Set([senderId, ...to.userIds])].sort((a, b) => a - b);
    const participants = userIds.map((id) => {
      const user = facts.users.get(id);
      if (!user) throw badRequest(`Invalid user ID ${id}`);
      return { id, email: user.email, fullName: user.fullName };
    });
    const recipientId = await this.directRecipients.resolve(realmId, userIds);
    return { stream: null, recipient: { kind: 'direct', recipientId, participants } };
  }
}

/** Moves the watermarks of everybody who received the messages that count as read; a row per user and recipient. */
async function markReadByAll(
  tx: Transaction,
  prepared: readonly PreparedMessage[],
  ids: readonly number[],
  messages: readonly MessageToInsert[],
): Promise<void> {
  const upTo = new Map<number, number>();
  for (const [place, { recipient }] of prepared.entries()) {
    if (messages[place]?.isReadByAll) upTo.set(recipient.recipientId, ids[place] as number);
  }
  if (upTo.size === 0) return;
  await tx.query(
    `INSERT INTO read_watermarks AS w (user_id, recipient_id, topic_key, is_whole_recipient, read_up_to)
     SELECT reader.user_id, given.recipient_id, '', true, given.read_up_to
     FROM unnest($1::bigint[], $2::bigint[]) AS given (recipient_id, read_up_to)
     CROSS JOIN LATERAL (
       SELECT u.user_id FROM streams s JOIN subscriptions u ON u.stream_id = s.id
       WHERE s.recipient_id = given.recipient_id AND u.is_active
       UNION
       SELECT p.user_id FROM direct_participants p WHERE p.recipient_id = given.recipient_id) AS reader
     ON CONFLICT (user_id, recipient_id, is_whole_recipient, topic_key)
     DO UPDATE SET read_up_to = greatest(w.read_up_to, excluded.read_up_to)`,
    [[...upTo.keys()], [...upTo.values()]],
  );
}
