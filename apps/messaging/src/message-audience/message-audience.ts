import type { MessageAudience, StreamFacts } from '@chat/contracts';
import type { AccessedMessage, Queryable } from '../access/access.js';

type StreamKind = Pick<StreamFacts, 'streamId' | 'isPrivate' | 'isHistoryPublicToSubscribers'>;

/**
 * Whom a change of the message reaches: everybody in a direct conversation; the stream's readers; where the history is for
 * those alone who were there, the subscribers who were. Nobody who left the stream, though they may still see the
 * message: they get no more events of it. `messageIds`: of several messages of one place, whoever sees one of them. One query,
 * none for most streams.
 */
export async function audienceOf(
  queryable: Queryable,
  message: Pick<AccessedMessage, 'id' | 'recipientId' | 'streamId'>,
  stream: StreamKind | undefined,
  messageIds: readonly number[] = [message.id],
): Promise<MessageAudience> {
  if (message.streamId === null) {
    const [row] = await queryable.query<{ userIds: number[] }>(
      'SELECT user_ids AS "userIds" FROM recipients WHERE id = $1',
      [message.recipientId],
    );
    return { kind: 'users', userIds: row?.userIds ?? [] };
  }
  if (!stream || !isForWitnesses(stream)) return { kind: 'stream', streamId: message.streamId };
  return { kind: 'users', userIds: await witnessesOf(queryable, stream.streamId, messageIds) };
}

/** Whether old messages of the stream are seen only by those who were subscribed when they came. */
export const isForWitnesses = (stream: StreamKind): boolean => stream.isPrivate && !stream.isHistoryPublicToSubscribers;

/** Subscribers who were subscribed when one of the messages came. */
async function witnessesOf(queryable: Queryable, streamId: number, messageIds: readonly number[]): Promise<number[]> {
  const rows = await queryable.query<{ userId: number }>(
    `SELECT u.user_id AS "userId" FROM subscriptions u
     WHERE u.stream_id = $1 AND u.is_active AND EXISTS (
       SELECT 1 FROM subscription_intervals i JOIN unnest($2::bigint[]) AS m (id)
         ON m.id > i.since_message_id AND (i.until_message_id IS NULL OR m.id <= i.until_message_id)
       WHERE i.stream_id = u.stream_id AND i.user_id = u.user_id)
     ORDER BY u.user_id`,
    [streamId, messageIds],
  );
  return rows.map((row) => row.userId);
}
