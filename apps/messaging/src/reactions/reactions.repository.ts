import type { Transaction } from '@chat/persistence';
import type { Emoji } from './emoji-choice.js';

/** The name under which the message has this emoji; undefined when nobody reacted with it. */
export async function findReactionName(tx: Transaction, messageId: number, emoji: Emoji): Promise<string | undefined> {
  const [row] = await tx.query<{ name: string }>(
    `SELECT emoji_name AS name FROM reactions
     WHERE message_id = $1 AND reaction_type = $2 AND emoji_code = $3 ORDER BY id LIMIT 1`,
    [messageId, emoji.reactionType, emoji.emojiCode],
  );
  return row?.name;
}

/** False when the user has reacted so before. */
export async function insertReaction(
  tx: Transaction,
  messageId: number,
  userId: number,
  emoji: Emoji,
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO reactions (message_id, user_id, reaction_type, emoji_code, emoji_name) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING RETURNING id`,
    [messageId, userId, emoji.reactionType, emoji.emojiCode, emoji.emojiName],
  );
  return rows.length > 0;
}

/** The reaction that was there. */
export async function deleteReaction(
  tx: Transaction,
  messageId: number,
  userId: number,
  emojiCode: string,
  reactionType: string,
): Promise<Emoji | undefined> {
  const [row] = await tx.query<Emoji>(
    `DELETE FROM reactions WHERE message_id = $1 AND user_id = $2 AND reaction_type = $3 AND emoji_code = $4
     RETURNING emoji_name AS "emojiName", emoji_code AS "emojiCode", reaction_type AS "reactionType"`,
    [messageId, userId, reactionType, emojiCode],
  );
  return row;
}
