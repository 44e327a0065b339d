import type { ReactionKind, UserStatus } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';

interface StatusRow {
  readonly userId: number;
  readonly text: string;
  readonly isAway: boolean;
  readonly emojiName: string | null;
  readonly emojiCode: string | null;
  readonly emojiKind: ReactionKind | null;
}

const COLUMNS = `s.user_id AS "userId", s.text, s.is_away AS "isAway", s.emoji_name AS "emojiName",
  s.emoji_code AS "emojiCode", s.emoji_kind AS "emojiKind"`;

/** The status of everybody active who has one, as it stands on the wire: by user id, only what is set. */
export async function readStatuses(tx: Transaction, realmId: number): Promise<Record<string, unknown>> {
  const rows = await tx.query<StatusRow>(
    `SELECT ${COLUMNS} FROM user_status s JOIN account a USING (user_id) WHERE s.realm_id = $1 AND a.is_active`,
    [realmId],
  );
  return Object.fromEntries(
    rows.map((row) => [
      row.userId,
      {
        ...(row.isAway && { away: true }),
        ...(row.text !== '' && { status_text: row.text }),
        ...(row.emojiName !== null && {
          emoji_name: row.emojiName,
          emoji_code: row.emojiCode,
          reaction_type: row.emojiKind,
        }),
      },
    ]),
  );
}

/** One user's status; null when there is none. */
export async function readStatus(tx: Pick<Transaction, 'query'>, userId: number): Promise<UserStatus | null> {
  const [row] = await tx.query<StatusRow>(`SELECT ${COLUMNS} FROM user_status s WHERE s.user_id = $1`, [userId]);
  if (row === undefined) return null;
  const { text, isAway, emojiName, emojiCode, emojiKind } = row;
  const emoji =
    emojiName === null ? null : { name: emojiName, code: emojiCode as string, kind: emojiKind as ReactionKind };
  return { text, isAway, emoji };
}
