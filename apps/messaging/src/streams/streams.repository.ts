import { randomBytes } from 'node:crypto';
import { type Principal, StreamArchived, StreamCreated, type StreamRecord, type TopicSummary } from '@chat/contracts';
import type { Queryable, Transaction } from '@chat/persistence';
import { foldName } from '@chat/text';
import { type Viewer, visibleMessages } from '../access/visible-messages.js';
import { dropFromDefaults } from '../default-streams/default-streams.repository.js';
import { lastMessageIdOfRealm } from '../message-order/message-ids.js';
import type { StreamEntity } from '../stream-records/stream.entity.js';
import { STREAM_COLUMNS } from '../stream-records/stream-records.repository.js';
import type { newStreamProperties } from './stream-properties.js';

type NewStream = ReturnType<typeof newStreamProperties> &
  Pick<StreamEntity, 'name' | 'description' | 'renderedDescription' | 'creatorId'>;

/** Inserts a stream with its recipient in one statement and publishes it. A unique index rejects a second active stream of the name. */
export async function insertStream(tx: Transaction, realmId: number, stream: NewStream): Promise<StreamRecord> {
  const [made] = await tx.query<StreamRecord>(
    `WITH recipient AS (INSERT INTO recipients (realm_id, kind) VALUES ($1, 'stream') RETURNING id)
     INSERT INTO streams AS s (
       realm_id, recipient_id, name, name_key, description, rendered_description, is_private, is_web_public,
       is_history_public, post_policy, message_retention_days, can_remove_subscribers_group_id, email_address, creator_id)
     SELECT $1, id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13 FROM recipient
     RETURNING ${STREAM_COLUMNS}`,
    [
      realmId,
      stream.name,
      foldName(stream.name),
      stream.description,
      stream.renderedDescription,
      stream.isPrivate,
      stream.isWebPublic,
      stream.isHistoryPublicToSubscribers,
      stream.postPolicy,
      stream.messageRetentionDays,
      stream.canRemoveSubscribersGroupId,
      emailAddress(stream),
      stream.creatorId,
    ],
  );
  tx.record(realmId, StreamCreated.of({ stream: made as StreamRecord, creatorId: stream.creatorId }));
  return made as StreamRecord;
}

/** The random part is a secret: mail to the address is posted to the stream. A rename does not change the address. */
function emailAddress({ name, emailDomain }: NewStream): string {
  const readable = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  const token = randomBytes(16).toString('hex');
  return `${[readable.slice(0, 30), token].filter((part) => part !== '').join('.')}@${emailDomain}`;
}

/**
 * Archives a stream under the realm lock: the stream and its messages become invisible, its name is free, its subscriptions end. Raw SQL: one
 * statement for the three tables.
 */
export async function archiveStream(tx: Transaction, realmId: number, stream: StreamRecord): Promise<void> {
  const { streamId } = stream;
  const ended = await tx.query<{ userId: number }>(
    `WITH archived AS (UPDATE streams SET archived_at = now() WHERE id = $1),
     closed AS (
       UPDATE subscription_intervals i
       SET until_message_id = greatest(i.since_message_id,
         coalesce((${lastMessageIdOfRealm('$2::bigint')}), 0))
       WHERE i.stream_id = $1 AND i.until_message_id IS NULL)
     UPDATE subscriptions SET is_active = false WHERE stream_id = $1 AND is_active RETURNING user_id AS "userId"`,
    [streamId, realmId],
  );
  const subscriberIds = ended.map((row) => row.userId).sort((a, b) => a - b);
  tx.record(realmId, StreamArchived.of({ stream, subscriberIds }));
  await dropFromDefaults(tx, realmId, streamId);
}

export type ListedStream = StreamRecord & { isSubscribed: boolean; isOwnerSubscribed: boolean; isDefault: boolean };

/** The realm's active streams with the subscriptions of the actor and of its owner. */
export const selectListedStreams = (queryable: Queryable, { realmId, userId, isBot, botOwnerId }: Principal) =>
  queryable.query<ListedStream>(
    `SELECT ${STREAM_COLUMNS}, u.user_id IS NOT NULL AS "isSubscribed", o.user_id IS NOT NULL AS "isOwnerSubscribed",
       d.stream_id IS NOT NULL AS "isDefault"
     FROM streams s
     LEFT JOIN subscriptions u ON u.stream_id = s.id AND u.user_id = $2 AND u.is_active
     LEFT JOIN subscriptions o ON o.stream_id = s.id AND o.user_id = $3 AND o.is_active
     LEFT JOIN default_streams d ON d.stream_id = s.id
     WHERE s.realm_id = $1 AND s.archived_at IS NULL ORDER BY s.name_key, s.id`,
    [realmId, userId, (isBot && botOwnerId) || null],
  );

/** Ascending. One row carries the list, because fan-out waits for it. */
export async function selectSubscribedStreamIds(tx: Transaction, userId: number): Promise<number[]> {
  const [row] = await tx.queryPrepared<{ ids: string | null }>(
    `SELECT string_agg(stream_id::text, ',' ORDER BY stream_id) AS ids FROM subscriptions WHERE user_id = $1 AND is_active`,
    [userId],
  );
  return row?.ids ? row.ids.split(',').map(Number) : [];
}

/** Listed topics of one stream: those with the newest messages. */
const MAX_TOPICS = 10_000;

/**
 * Loose scan of the index (recipient, topic, id): one probe per topic, independent of the number of messages. Topics are the same in any letter
 * case; the newest message gives the name.
 */
const ALL_TOPICS = `
  WITH RECURSIVE topics AS (
    (SELECT topic_key, id, topic FROM messages WHERE recipient_id = $1 AND stream_id IS NOT NULL
     ORDER BY topic_key DESC, id DESC LIMIT 1)
    UNION ALL
    SELECT next.topic_key, next.id, next.topic FROM topics
    CROSS JOIN LATERAL (
      SELECT m.topic_key, m.id, m.topic FROM messages m
      WHERE m.recipient_id = $1 AND m.stream_id IS NOT NULL AND m.topic_key < topics.topic_key
      ORDER BY m.topic_key DESC, m.id DESC LIMIT 1) AS next
  )
  SELECT topic AS name, id AS "maxId" FROM topics ORDER BY id DESC LIMIT $2`;

/** The topics of all messages of a stream. */
export const selectTopics = (queryable: Queryable, recipientId: number) =>
  queryable.query<TopicSummary>(ALL_TOPICS, [recipientId, MAX_TOPICS]);

/** The topics of those messages of a stream that the viewer sees. */
export function selectVisibleTopics(queryable: Queryable, recipientId: number, viewer: Viewer | null) {
  const visible = visibleMessages(viewer, 3);
  return queryable.query<TopicSummary>(
    `SELECT (array_agg(m.topic ORDER BY m.id DESC))[1] AS name, max(m.id) AS "maxId"
     FROM messages m WHERE m.recipient_id = $1 AND ${visible.condition}
     GROUP BY m.topic_key ORDER BY 2 DESC LIMIT $2`,
    [recipientId, MAX_TOPICS, ...visible.parameters],
  );
}
