import { wantsState } from '@chat/contracts';
import type { RegisterPart } from '../register/register-part.js';

/**
 * Of a user ($1) in a realm ($2). OFFSET keeps the planner from joining: in tables without statistics it would look for the user's
 * star at every message of the realm.
 */
export const STARRED = `SELECT f.message_id AS id FROM message_flags f
  WHERE f.user_id = $1 AND f.is_starred
    AND EXISTS (SELECT 1 FROM messages m WHERE m.id = f.message_id AND m.realm_id = $2 OFFSET 0)
  ORDER BY f.message_id`;

/**
 * `starred_messages`: ids, ascending. Also of messages that are out of sight for now (the user left their stream): nobody tells
 * when they come back. The ids say nothing about them, and everything that shows messages asks who may see them.
 */
export const starredState: RegisterPart = async (tx, { request, realmId }) => {
  if (!wantsState(request, 'starred_messages')) return {};
  const { actor } = request;
  if (!actor) return { starred_messages: [] };
  const rows = await tx.queryPrepared<{ id: number }>(STARRED, [actor.userId, realmId]);
  return { starred_messages: rows.map((row) => row.id) };
};
