import type { MessageAudience, Stream } from '@chat/contracts';
import type { Queryable } from '@chat/persistence';
import type { AccessedMessage } from './access.js';

type StreamKind = Pick<Stream, 'streamId' | 'isPrivate' | 'isWebPublic' | 'isHistoryPublicToSubscribers'>;

/**
 * The users that receive events about the message: the participants of a direct conversation or the readers of the stream. With protected
 * history, only subscribers that were subscribed when it was sent. In a public stream also users that received it elsewhere before it was
 * moved, flagged it, reacted to it or added a submessage. `messageIds`: messages of one place; a user must see one of them. At most one query.
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
  if (!stream || (stream.isPrivate && !isForWitnesses(stream))) return { kind: 'stream', streamId: message.streamId };
  if (!stream.isPrivate) return openAudience(stream, await otherReadersOf(queryable, stream.streamId, messageIds));
  return { kind: 'users', userIds: await witnessesOf(queryable, stream.streamId, messageIds) };
}

/** The readers of a stream that is not private. */
export const openAudience = (
  { streamId, isWebPublic }: Pick<StreamKind, 'streamId' | 'isWebPublic'>,
  otherReaders: readonly number[],
): MessageAudience => ({
  kind: 'stream',
  streamId,
  ...(otherReaders.length > 0 && { alsoUsers: { userIds: otherReaders, exceptGuests: !isWebPublic } }),
});

/**
 * SQL: users without a subscription to the stream of message `m` that received it in the stream where it was sent, flagged it, reacted to
 * it or added a submessage.
 */
export const OTHER_READERS = `
  SELECT o.user_id FROM (
    SELECT i.user_id FROM streams sent_to JOIN subscription_intervals i ON i.stream_id = sent_to.id
    WHERE sent_to.recipient_id = m.read_recipient_id AND m.read_recipient_id <> m.recipient_id
      AND m.id > i.since_message_id AND (i.until_message_id IS NULL OR m.id <= i.until_message_id)
    UNION SELECT f.user_id FROM message_flags f WHERE f.message_id = m.id
    UNION SELECT r.user_id FROM reactions r WHERE r.message_id = m.id
    UNION SELECT s.sender_id FROM submessages s WHERE s.message_id = m.id) AS o
  WHERE NOT EXISTS (SELECT 1 FROM subscriptions u
    WHERE u.stream_id = m.stream_id AND u.user_id = o.user_id AND u.is_active)`;

async function otherReadersOf(queryable: Queryable, streamId: number, messageIds: readonly number[]) {
  const rows = await queryable.query<{ userId: number }>(
    `SELECT DISTINCT r.user_id AS "userId" FROM messages m CROSS JOIN LATERAL (${OTHER_READERS}) AS r
     WHERE m.id = ANY ($1) AND m.stream_id = $2 ORDER BY 1`,
    [messageIds, streamId],
  );
  return rows.map((row) => row.userId);
}

/** Whether messages are visible only to users that were subscribed when they were sent. */
const isForWitnesses = (stream: StreamKind): boolean => stream.isPrivate && !stream.isHistoryPublicToSubscribers;

/** Subscribers that were subscribed when one of the messages was sent. */
async function witnessesOf(queryable: Queryable, streamId: number, messageIds: readonly number[]): Promise<number[]> {
  const rows = await queryable.query<{ userId: number }>(
    `SELECT u.user_id AS "userId" FROM subscriptions u
     WHERE u.stream_id = $1 AND u.is_active AND EXISTS (
       SELECT 1 FROM subscription_intervals i JOIN unnest($2::bigint[]) AS m (id)
         ON m.id > i.since_message_id AND (i.until_message_id IS NULL OR m.id <= i.until_message_id)
       WHERE i.stream_id = u.stream_id AND i.user_id = u.user_id
         -- With thousands of intervals and messages, this skips most intervals without a look at each message.
         AND i.since_message_id < $3 AND (i.until_message_id IS NULL OR i.until_message_id >= $4))
     ORDER BY u.user_id`,
    [streamId, messageIds, Math.max(...messageIds), Math.min(...messageIds)],
  );
  return rows.map((row) => row.userId);
}
