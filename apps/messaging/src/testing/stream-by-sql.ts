import { randomUUID } from 'node:crypto';
import type { Principal, StreamRecord } from '@chat/contracts';
import { foldName } from '@chat/text';
import { TEST_REALM, type TestMessaging } from './test-messaging.js';

export interface StreamByRows {
  readonly name?: string;
  readonly isPrivate?: boolean;
  readonly isWebPublic?: boolean;
  readonly isHistoryPublic?: boolean;
  readonly subscribers?: readonly Principal[];
}

let made = 0;

/**
 * Inserts the rows of a stream, for tests of other features. Call it before the service reads streams, because no event announces the
 * stream.
 */
export async function makeStream(
  messaging: TestMessaging,
  fields: StreamByRows = {},
): Promise<StreamRecord['streamId']> {
  const { name = `stream ${++made}`, isPrivate = false, isWebPublic = false } = fields;
  const { rows: recipients } = await messaging.sql.query<{ id: number }>(
    `INSERT INTO recipients (realm_id, kind) VALUES ($1, 'stream') RETURNING id`,
    [TEST_REALM],
  );
  const { rows: streams } = await messaging.sql.query<{ id: number }>(
    `INSERT INTO streams (realm_id, recipient_id, name, name_key, description, rendered_description, is_private,
       is_web_public, is_history_public, post_policy, can_remove_subscribers_group_id, email_address)
     VALUES ($1, $2, $3, $4, '', '', $5, $6, $7, 1, 1, $8) RETURNING id`,
    [
      TEST_REALM,
      recipients[0]?.id,
      name,
      foldName(name),
      isPrivate,
      isWebPublic,
      fields.isHistoryPublic ?? !isPrivate,
      randomUUID(),
    ],
  );
  const streamId = Number(streams[0]?.id);
  for (const user of fields.subscribers ?? []) await subscribeByRows(messaging, streamId, user);
  return streamId;
}

/** Subscribes the user from now on. Earlier messages stay invisible unless the stream's history is for all. */
export async function subscribeByRows(messaging: TestMessaging, streamId: number, user: Principal): Promise<void> {
  await messaging.sql.query(
    `INSERT INTO subscriptions (stream_id, user_id, is_active, color) VALUES ($1, $2, true, '#76ce90')
     ON CONFLICT (stream_id, user_id) DO UPDATE SET is_active = true`,
    [streamId, user.userId],
  );
  await messaging.sql.query(
    `INSERT INTO subscription_intervals (stream_id, user_id, since_message_id)
     SELECT $1, $2, coalesce(max(id), 0) FROM messages`,
    [streamId, user.userId],
  );
}

/** Ends the subscription of the user. */
export async function unsubscribeByRows(messaging: TestMessaging, streamId: number, user: Principal): Promise<void> {
  await messaging.sql.query('UPDATE subscriptions SET is_active = false WHERE stream_id = $1 AND user_id = $2', [
    streamId,
    user.userId,
  ]);
  await messaging.sql.query(
    `UPDATE subscription_intervals SET until_message_id = (SELECT coalesce(max(id), 0) FROM messages)
     WHERE stream_id = $1 AND user_id = $2 AND until_message_id IS NULL`,
    [streamId, user.userId],
  );
}
