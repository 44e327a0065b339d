import type { MessageAudience, StreamFacts } from '@chat/contracts';
import type { AccessedMessage, Queryable } from '../access/access.js';

type StreamKind = Pick<StreamFacts, 'streamId' | 'isPrivate' | 'isHistoryPublicToSubscribers'>;

/**
 * Whom a change of the message reaches: everybody in a direct conversation; the stream's readers; where the history is for
 * those alone who were there, the subscribers who were. Nobody who left the stream, though they may still see the
 * message: they get no more events of it. One query, none for most streams.
 */
export async function audienceOf(
  queryable: Queryable,
  message: Pick<AccessedMessage, 'id' | 'recipientId' | 'streamId'>,
  stream: StreamKind | undefined,
): Promise<MessageAudience> {
  if (message.streamId === null) {
    const [row] = await queryable.query<{ userIds: number[] }>(
      'SELECT user_ids AS "userIds" FROM recipients WHERE id = $1',
      [message.recipientId],
    );
    return { kind: 'users', userIds: row?.userIds ?? [] };
  }
  if (!stream || !isForWitnesses(stream)) return { kind: 'stream', streamId: message.streamId };
  return { kind: 'users', userIds: await witnessesOf(queryable, stream.streamId, message.id) };
}

/** Whether old messages of the stream are seen only by those who were subscribed when they came. */
export const isForWitnesses = (stream: StreamKind): boolean => stream.isPrivate && !stream.isHistoryPublicToSubscribers;

/** Subscribers who were subscribed when the message came. */
async function witnessesOf(queryable: Queryable, streamId: number, messageId: number): Promise<number[]> {
  const rows = await queryable.query<{ userId: number }>(
    `SELECT u.user_id AS "userId" FROM subscriptions u
     WHERE u.stream_id = $1 AND u.is_active AND EXISTS (
       SELECT 1 FROM subscription_intervals i
       WHERE i.stream_id = u.stream_id AND i.user_id = u.user_id
         AND $2 > i.since_message_id AND (i.until_message_id IS NULL OR $2 <= i.until_message_id))
     ORDER BY u.user_id`,
    [streamId, messageId],
  );
  return rows.map((row) => row.userId);
}
