import type { ReactionKind, UserStatus } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { type AccountRow, settingsOf } from '../accounts/account.row.js';

interface StatusRow {
  readonly userId: number;
  readonly text: string | null;
  readonly emojiName: string | null;
  readonly emojiCode: string | null;
  readonly emojiKind: ReactionKind | null;
}

const COLUMNS = 's.text, s.emoji_name AS "emojiName", s.emoji_code AS "emojiCode", s.emoji_kind AS "emojiKind"';

/**
 * The status of everybody active who has one, as it stands on the wire: by user id, only what is set. Being away is the setting
 * `presence_enabled` by an older name. Source: public behaviour of the reference server, since feature level 148.
 */
export async function readStatuses(tx: Transaction, realmId: number): Promise<Record<string, unknown>> {
  const rows = await tx.query<StatusRow & { isAway: boolean }>(
    `SELECT a.user_id AS "userId", a.settings -> 'presenceEnabled' = 'false' IS TRUE AS "isAway", ${COLUMNS}
     FROM account a LEFT JOIN user_status s USING (user_id)
     WHERE a.realm_id = $1 AND a.is_active AND (s.user_id IS NOT NULL OR a.settings -> 'presenceEnabled' = 'false')`,
    [realmId],
  );
  return Object.fromEntries(
    rows.map((row) => [
      row.userId,
      {
        ...(row.isAway && { away: true }),
        ...(row.text && { status_text: row.text }),
        ...(row.emojiName !== null && {
          emoji_name: row.emojiName,
          emoji_code: row.emojiCode,
          reaction_type: row.emojiKind,
        }),
      },
    ]),
  );
}

/** One user's status, being away according to `account`; null when there is nothing to say. */
export async function readStatus(
  tx: Pick<Transaction, 'query'>,
  account: Pick<AccountRow, 'userId' | 'settings'>,
): Promise<UserStatus | null> {
  const [row] = await tx.query<StatusRow>(`SELECT ${COLUMNS} FROM user_status s WHERE s.user_id = $1`, [
    account.userId,
  ]);
  const isAway = !settingsOf(account).presenceEnabled;
  const emoji =
    row === undefined || row.emojiName === null
      ? null
      : { name: row.emojiName, code: row.emojiCode as string, kind: row.emojiKind as ReactionKind };
  const status = { text: row?.text ?? '', isAway, emoji };
  return status.text === '' && !isAway && emoji === null ? null : status;
}
