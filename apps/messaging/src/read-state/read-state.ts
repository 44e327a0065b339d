/*
 * The rules of read state, as SQL. `reader-state.ts` has them for messages in memory. Nothing is stored per recipient.
 *
 *   1. `message_flags.is_read` decides if it is set.
 *   2. The user's own message is read if a person's app sent it.
 *   3. A message at or below a watermark (of the topic, of the whole stream or conversation, of everything) is read.
 *   4. A message that the user did not receive (sent while not subscribed) is read.
 *   5. Every other message is unread.
 *
 * The watermarks of the place where the message was sent count (`read_recipient_id`, `read_topic_key` once it was moved). So a move
 * changes no read state and writes no row per reader.
 */

/** SQL of the place with the watermarks that count for the message of alias `m`. */
export const scopeRecipient = (m: string): string => `coalesce(${m}.read_recipient_id, ${m}.recipient_id)`;
export const scopeTopicKey = (m: string): string =>
  `CASE WHEN ${m}.read_recipient_id IS NULL THEN ${m}.topic_key ELSE ${m}.read_topic_key END`;

/** SQL condition: the user received the message, subscribed or in the conversation when it came. */
export const isReceived = (user: string, m = 'm'): string => `CASE
    WHEN ${m}.stream_id IS NULL THEN true
    WHEN ${m}.read_recipient_id IS NULL THEN EXISTS (
      SELECT 1 FROM subscription_intervals ri
      WHERE ri.stream_id = ${m}.stream_id AND ri.user_id = ${user} AND ${m}.id > ri.since_message_id
        AND (ri.until_message_id IS NULL OR ${m}.id <= ri.until_message_id))
    ELSE EXISTS (
      SELECT 1 FROM streams rs JOIN subscription_intervals ri ON ri.stream_id = rs.id
      WHERE rs.recipient_id = ${m}.read_recipient_id AND ri.user_id = ${user} AND ${m}.id > ri.since_message_id
        AND (ri.until_message_id IS NULL OR ${m}.id <= ri.until_message_id))
  END`;

/** Joins that `isRead` needs: watermarks `wa`, `wr`, `wt` and flags `f` of the user. */
export const readStateJoins = (user: string, m = 'm'): string => `
  LEFT JOIN message_flags f ON f.user_id = ${user} AND f.message_id = ${m}.id
  LEFT JOIN read_watermarks wa ON wa.user_id = ${user} AND wa.recipient_id = 0 AND wa.is_whole_recipient
    AND wa.topic_key = ''
  LEFT JOIN read_watermarks wr ON wr.user_id = ${user} AND wr.recipient_id = ${scopeRecipient(m)}
    AND wr.is_whole_recipient AND wr.topic_key = ''
  LEFT JOIN read_watermarks wt ON wt.user_id = ${user} AND wt.recipient_id = ${scopeRecipient(m)}
    AND NOT wt.is_whole_recipient AND wt.topic_key = ${scopeTopicKey(m)}`;

/** SQL expression over `readStateJoins`. `received` is `isReceived` or a column with its value. */
export const isRead = (user: string, m = 'm', received = isReceived(user, m)): string => `coalesce(
    f.is_read,
    (${m}.sender_id = ${user} AND ${m}.is_read_by_sender)
      OR ${m}.id <= greatest(wa.read_up_to, wr.read_up_to, wt.read_up_to, 0)
      OR NOT (${received}))`;
