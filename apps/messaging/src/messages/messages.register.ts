import { type RecentConversation, RecentConversationsRegisterFields, wantsState, writerOf } from '@chat/contracts';
import { lastMessageIdOf, lastMessageIdOfRealm } from '../message-order/message-ids.js';
import type { RegisterPart } from '../register/register-part.js';

/**
 * Conversations of a user ($1) in a realm ($2), $3 at most. One probe per conversation, never a scan of messages; OFFSET keeps the
 * planner from reading all recipients of the realm.
 */
export const CONVERSATIONS = `SELECT array_remove(r.user_ids, $1::bigint) AS "userIds", newest.id AS "maxMessageId"
  FROM direct_participants p
  CROSS JOIN LATERAL (SELECT user_ids FROM recipients WHERE id = p.recipient_id AND realm_id = $2 OFFSET 0) AS r
  CROSS JOIN LATERAL (${lastMessageIdOf('p.recipient_id')}) AS newest
  WHERE p.user_id = $1
  ORDER BY newest.id DESC LIMIT $3`;

/** Listed conversations. */
const CONVERSATIONS_FROM_MESSAGES = 1_000;

const writeConversations = writerOf(RecentConversationsRegisterFields);

/** `recent_private_conversations`: the newest conversations of the reader, newest first. */
export const conversationsState: RegisterPart = async (tx, { request, realmId }) => {
  if (!wantsState(request, 'recent_private_conversations')) return {};
  if (!request.actor) return { recent_private_conversations: [] };
  const { userId } = request.actor;
  const rows = await tx.queryPrepared<RecentConversation>(CONVERSATIONS, [
    userId,
    realmId,
    CONVERSATIONS_FROM_MESSAGES,
  ]);
  return writeConversations({ recentPrivateConversations: rows });
};

/** `max_message_id`: the greatest id that the reader may know; -1 without messages, and for spectators. */
export const maxMessageIdState: RegisterPart = async (tx, { request, realmId }) => {
  if (!wantsState(request, 'message')) return {};
  if (!request.actor) return { max_message_id: -1 };
  const [row] = await tx.queryPrepared<{ id: number }>(lastMessageIdOfRealm('$1::bigint'), [realmId]);
  return { max_message_id: row?.id ?? -1 };
};
