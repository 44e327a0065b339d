import { randomBytes } from 'node:crypto';
import { StreamArchived, StreamCreated, type StreamRecord } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { foldName } from '@chat/text';
import { dropFromDefaults } from '../default-streams/default-streams.repository.js';
import { lastMessageIdOfRealm } from '../message-order/message-ids.js';
import { STREAM_COLUMNS } from '../stream-records/read-streams.js';
import type { StreamEntity } from '../stream-records/stream.entity.js';
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
