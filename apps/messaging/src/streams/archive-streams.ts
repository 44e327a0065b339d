import { StreamArchived, type StreamRecord } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { dropFromDefaults } from '../default-streams/default-streams.repository.js';
import { lastMessageIdOfRealm } from '../message-order/first-and-last-id.js';

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
