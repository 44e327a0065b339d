import { badRequest, type InsertMessagesAsOperator, type MessageToInsert } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { DirectRecipients } from '../messages/send/direct-recipients.js';
import { sortedParticipants } from '../messages/send/named-people.js';
import { PrepareMessage } from '../messages/send/prepare-message.js';
import type { PreparedMessage } from '../messages/send/prepared-message.js';
import { storeMessages } from '../messages/send/store-messages.js';
import { type CheckedRecipient, topicOf } from '../messages/send/stream-recipients.js';
import { checkedContent, checkedTopic } from '../names/check-text.js';
import { principalOf } from '../projections/principal-of.js';
import { RealmProjections, type RealmState } from '../projections/realm-projections.js';
import { StreamsProjection } from '../stream-records/streams.projection.js';

const OPERATOR_CLIENT = 'website';

/** Messages prepared at the same time, so that a slow rendering delays few others. Other requests run between two such parts. */
const PREPARED_AT_ONCE = 100;

/** Inserts messages with given times for operators: no policy of the realm applies. */
@Injectable()
export class InsertMessagesService {
  constructor(
    private readonly database: Database,
    private readonly projections: RealmProjections,
    private readonly preparation: PrepareMessage,
    private readonly directRecipients: DirectRecipients,
    private readonly streams: StreamsProjection,
  ) {}

  async insert(request: InsertMessagesAsOperator) {
    const { realmId, messages, tellClients = true } = request;
    const realmState = await this.projections.state(realmId);
    const recipients = await this.recipientsOf(messages, realmState);
    const prepared: PreparedMessage[] = [];
    for (let from = 0; from < messages.length; from += PREPARED_AT_ONCE) {
      const part = messages.slice(from, from + PREPARED_AT_ONCE);
      const preparing = part.map(({ senderId, content, clientName = OPERATOR_CLIENT }, place) => {
        const sender = principalOf(realmState.users.require(senderId), realmId);
        const recipient = recipients[from + place] as CheckedRecipient;
        return this.preparation.complete(sender, recipient, checkedContent(content), realmState, clientName);
      });
      prepared.push(...(await Promise.all(preparing)));
      await new Promise(setImmediate);
    }
    const messageIds = await this.database.transaction(async (tx) => {
      const stored = await storeMessages(tx, realmId, prepared, {
        sentAtSeconds: messages.map((message) => message.sentAtSeconds),
        publish: tellClients,
      });
      const ids = stored.map(({ messageId }) => messageId);
      await markReadByAll(tx, prepared, ids, messages);
      return ids;
    });
    return { messageIds };
  }

  private async recipientsOf(messages: readonly MessageToInsert[], { realm: { realmId }, users }: RealmState) {
    const streams = await this.streams.of(realmId);
    const conversations = messages.map((message) => conversationOf(message));
    const direct = conversations.filter((userIds) => userIds !== undefined);
    for (const userId of direct.flat()) users.require(userId);
    const directIds = await this.directRecipients.resolveAll(realmId, direct);
    let nextDirect = 0;
    return messages.map(({ to }, place): CheckedRecipient => {
      if ('streamId' in to) {
        const stream = streams.get(to.streamId);
        if (!stream) throw badRequest('Invalid stream ID');
        return topicOf(stream, checkedTopic(to.topic));
      }
      const participants = sortedParticipants((conversations[place] as number[]).map((id) => users.require(id)));
      const recipientId = directIds[nextDirect++] as number;
      return { stream: null, recipient: { kind: 'direct', recipientId, participants } };
    });
  }
}

/** Ids of all participants, ascending; undefined for a message to a stream. */
function conversationOf({ senderId, to }: MessageToInsert): number[] | undefined {
  return 'streamId' in to ? undefined : [...new Set([senderId, ...to.userIds])].sort((a, b) => a - b);
}

/** Raises the watermarks of all receivers of messages that count as read. Raw SQL: one statement for all users and recipients. */
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
       SELECT unnest(r.user_ids) FROM recipients r WHERE r.id = given.recipient_id) AS reader
     ON CONFLICT (user_id, recipient_id, is_whole_recipient, topic_key)
     DO UPDATE SET read_up_to = greatest(w.read_up_to, excluded.read_up_to)`,
    [[...upTo.keys()], [...upTo.values()]],
  );
}
