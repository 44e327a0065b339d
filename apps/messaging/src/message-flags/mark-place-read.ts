import type { Transaction } from '@chat/persistence';
import type { Viewer } from '../access/visible-messages.js';
import { recordFlags } from '../messages/record-events.js';
import { unreadMessages } from '../read-state/unread-messages.js';
import { writeFlag } from './message-flags.repository.js';

/** A stream, a topic of it, or a conversation. */
export interface Place {
  readonly recipientId: number;
  /** Null: all of it. */
  readonly topicKey: string | null;
}

/** Marks the place as read up to `upTo`, and records it. Call it behind the locks of the flags and of the realm. */
export async function markPlaceRead(
  tx: Transaction,
  viewer: Viewer,
  place: Place,
  upTo: number,
  includeInvisible = false,
): Promise<void> {
  const { userId } = viewer;
  const { recipientId, topicKey } = place;
  const where = { recipientId, ...(topicKey !== null && { topicKey }), includeInvisible };
  const unread = (await unreadMessages(tx, viewer, where)).filter(({ id }) => id <= upTo);
  await keepMovedAwayUnread(tx, userId, place, upTo);
  // Messages that were moved here depend on other watermarks, so they are marked one by one.
  const movedHere = unread.filter(
    ({ isMoved, scopeRecipientId, scopeTopicKey }) =>
      isMoved || scopeRecipientId !== recipientId || (topicKey !== null && scopeTopicKey !== topicKey),
  );
  if (movedHere.length > 0) {
    const ids = movedHere.map(({ id }) => id);
    await writeFlag(tx, userId, ids, 'read', true);
  }
  await tx.query(
    `INSERT INTO read_watermarks AS w (user_id, recipient_id, is_whole_recipient, topic_key, read_up_to)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (user_id, recipient_id, is_whole_recipient, topic_key)
     DO UPDATE SET read_up_to = greatest(w.read_up_to, excluded.read_up_to)`,
    [userId, recipientId, topicKey === null, topicKey ?? '', upTo],
  );
  await dropExceptions(tx, userId, place, upTo);
  const messageIds = unread.map(({ id }) => id);
  recordRead(tx, viewer, messageIds);
}

/** Deletes exceptions that the watermark now covers. */
async function dropExceptions(tx: Transaction, userId: number, { recipientId, topicKey }: Place, upTo: number) {
  await tx.query(
    `WITH settled AS (
       SELECT f.message_id, f.is_starred OR f.is_collapsed AS has_marks
       FROM message_flags f JOIN messages m ON m.id = f.message_id
       WHERE f.user_id = $1 AND f.is_read IS NOT NULL AND m.id <= $4 AND m.recipient_id = $2
         AND m.read_recipient_id IS NULL AND ($3::text IS NULL OR m.topic_key = $3)
     ), reset AS (
       UPDATE message_flags f SET is_read = NULL FROM settled
       WHERE f.user_id = $1 AND f.message_id = settled.message_id AND settled.has_marks
     )
     DELETE FROM message_flags f USING settled
     WHERE f.user_id = $1 AND f.message_id = settled.message_id AND NOT settled.has_marks`,
    [userId, recipientId, topicKey, upTo],
  );
}

/** Messages that were sent here and moved away stay unread. */
async function keepMovedAwayUnread(tx: Transaction, userId: number, { recipientId, topicKey }: Place, upTo: number) {
  await tx.query(
    `INSERT INTO message_flags (user_id, message_id, is_read)
     SELECT $1, m.id, false FROM messages m
     WHERE m.read_recipient_id = $2 AND ($3::text IS NULL OR m.read_topic_key = $3) AND m.id <= $4
       AND NOT (m.recipient_id = $2 AND ($3::text IS NULL OR m.topic_key = $3))
       AND NOT (m.sender_id = $1 AND m.is_read_by_sender)
       AND m.id > (SELECT coalesce(max(read_up_to), 0) FROM read_watermarks w WHERE w.user_id = $1
         AND (w.recipient_id = 0 OR w.recipient_id = $2 AND (w.is_whole_recipient OR w.topic_key = m.read_topic_key)))
       AND EXISTS (SELECT 1 FROM streams s JOIN subscription_intervals i ON i.stream_id = s.id
         WHERE s.recipient_id = $2 AND i.user_id = $1 AND m.id > i.since_message_id
           AND (i.until_message_id IS NULL OR m.id <= i.until_message_id))
     ON CONFLICT (user_id, message_id) DO UPDATE SET is_read = false WHERE message_flags.is_read IS NULL`,
    [userId, recipientId, topicKey, upTo],
  );
}

export const recordRead = (tx: Transaction, user: Pick<Viewer, 'realmId' | 'userId'>, messageIds: readonly number[]) =>
  recordFlags(tx, user, 'add', 'read', ascending(messageIds));

const ascending = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b);
