import { isReceived, scopeRecipient, scopeTopicKey } from '../flags/read-state.js';

/**
 * SQL condition: the user got the message of alias `m` when it was sent, as a participant or as a subscriber. What one can see
 * but did not get is history: it counts as read. `user`: the parameter with the user id, such as `$1`.
 */
export const receivedMessages = (user: string, m = 'm'): string => `(${isReceived(user, m)})`;

/**
 * SQL expression: the user has read the message of alias `m`, which the user received; `f` is the alias of the user's row of
 * `message_flags`, joined from the left. The rules: `flags/read-state.ts`; this form has no joins.
 */
export const isReadExpression = (user: string, m = 'm', f = 'f'): string =>
  `coalesce(${f}.is_read, (${m}.sender_id = ${user} AND ${m}.is_read_by_sender)
     OR ${m}.id <= coalesce((SELECT max(w.read_up_to) FROM read_watermarks w
       WHERE w.user_id = ${user} AND (
         (w.recipient_id = 0 AND w.is_whole_recipient)
         OR (w.recipient_id = ${scopeRecipient(m)}
           AND (w.is_whole_recipient OR w.topic_key = ${scopeTopicKey(m)})))), 0))`;
