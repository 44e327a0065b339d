/**
 * SQL condition: the user got the message of alias `m` when it was sent, as a participant or as a subscriber. What one can see
 * but did not get is history: it counts as read. `user`: the parameter with the user id, such as `$1`.
 */
export const receivedMessages = (user: string, m = 'm'): string =>
  `CASE WHEN ${m}.stream_id IS NULL THEN
     EXISTS (SELECT 1 FROM direct_participants gp WHERE gp.user_id = ${user} AND gp.recipient_id = ${m}.recipient_id)
   ELSE
     EXISTS (SELECT 1 FROM subscription_intervals gi
       WHERE gi.stream_id = ${m}.stream_id AND gi.user_id = ${user} AND ${m}.id > gi.since_message_id
         AND (gi.until_message_id IS NULL OR ${m}.id <= gi.until_message_id))
   END`;

/**
 * SQL expression: the user has read the message of alias `m`, which the user received; `f` is the alias of the user's row of
 * `message_flags`, joined from the left. The one place that says what "read" is.
 */
export const isReadExpression = (user: string, m = 'm', f = 'f'): string =>
  `coalesce(${f}.is_read, (${m}.sender_id = ${user} AND ${m}.is_read_by_sender)
     OR ${m}.id <= coalesce((SELECT max(w.read_up_to) FROM read_watermarks w
       WHERE w.user_id = ${user} AND (
         (w.recipient_id = 0 AND w.is_whole_recipient)
         OR (w.recipient_id = ${m}.recipient_id AND (w.is_whole_recipient OR w.topic_key = ${m}.topic_key)))), 0))`;
