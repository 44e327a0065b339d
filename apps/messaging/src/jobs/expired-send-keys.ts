import type { Database } from '@chat/persistence';

/** How long a repeated send finds its first message. */
const SEND_KEY_HOURS = 24;
const BATCH = 5_000;

/** Forgets keys of sends that nobody repeats any more. Replicas may run it at once. */
export async function deleteExpiredSendKeys(database: Pick<Database, 'query'>): Promise<number> {
  for (let deleted = 0; ; ) {
    const rows = await database.query(
      `DELETE FROM send_keys k USING (
         SELECT sender_id, queue_id, local_id FROM send_keys
         WHERE created_at < now() - make_interval(hours => $1)
         ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED) AS old
       WHERE k.sender_id = old.sender_id AND k.queue_id = old.queue_id AND k.local_id = old.local_id
       RETURNING k.message_id`,
      [SEND_KEY_HOURS, BATCH],
    );
    deleted += rows.length;
    if (rows.length < BATCH) return deleted;
  }
}
