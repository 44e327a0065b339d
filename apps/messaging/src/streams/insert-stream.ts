import { randomBytes } from 'node:crypto';
import { StreamCreated, type StreamRecord } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { foldName } from '@chat/text';
import type { StreamEntity } from '../stream-records/stream.entity.js';
import { STREAM_COLUMNS } from '../stream-records/stream-columns.js';
import type { newStreamProperties } from './stream-properties.js';

/** A new stream, checked. */
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
