import type { ReactionKind, UserStatus } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { type AccountRow, settingsOf } from '../accounts/account.row.js';

/** Text and emoji of a status. Being away is one of the user's settings. */
export type StatusText = Pick<UserStatus, 'text' | 'emoji'>;

interface StatusRow {
  readonly userId: number;
  readonly text: string | null;
  readonly emojiName: string | null;
  readonly emojiCode: string | null;
  readonly emojiKind: ReactionKind | null;
}

const COLUMNS = 's.text, s.emoji_name AS "emojiName", s.emoji_code AS "emojiCode", s.emoji_kind AS "emojiKind"';

/** What everybody in the realm who has a status wrote. Being away is a setting, by an older name. */
export async function readStatusTexts(tx: Transaction, realmId: number): Promise<Map<number, StatusText>> {
  const rows = await tx.query<StatusRow>(
    `SELECT s.user_id AS "userId", ${COLUMNS} FROM user_status s WHERE s.realm_id = $1`,
    [realmId],
  );
  return new Map(rows.map((row) => [row.userId, { text: row.text ?? '', emoji: emojiOf(row) }]));
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
  const emoji = row === undefined ? null : emojiOf(row);
  const status = { text: row?.text ?? '', isAway, emoji };
  return status.text === '' && !isAway && emoji === null ? null : status;
}

const emojiOf = ({ emojiName, emojiCode, emojiKind }: StatusRow): UserStatus['emoji'] =>
  emojiName === null ? null : { name: emojiName, code: emojiCode as string, kind: emojiKind as ReactionKind };
