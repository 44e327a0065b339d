import { type StatusRecord, UserStatusChanged } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { type AccountRow, settingsOf } from '../accounts/account.entity.js';
import { UserStatusEntity } from './user-status.entity.js';

/** Text and emoji of a status, with their end. The third part of a status, being away, is one of the user's settings. */
export type StatusText = Pick<StatusRecord, 'text' | 'emoji' | 'endsAtSeconds'>;

export async function readStatusTexts(tx: Transaction, realmId: number): Promise<Map<number, StatusText>> {
  const rows = await tx.getRepository(UserStatusEntity).findBy({ realmId });
  return new Map(rows.map((row) => [row.userId, textOf(row)]));
}

/** Returns the status of a user, with the settings in `account`; null if it is empty. */
export async function readStatus(tx: Transaction, account: Pick<AccountRow, 'userId' | 'settings'>) {
  const row = await tx.getRepository(UserStatusEntity).findOneBy({ userId: account.userId });
  const isAway = !settingsOf(account).presenceEnabled;
  const status = { isAway, ...(row === null ? { text: '', emoji: null } : textOf(row)) };
  return status.text === '' && !isAway && status.emoji === null ? null : status;
}

export async function storeStatus(
  tx: Transaction,
  { userId, realmId }: Pick<AccountRow, 'userId' | 'realmId'>,
  { text, emoji, endsAtSeconds = null }: StatusText,
): Promise<void> {
  const statuses = tx.getRepository(UserStatusEntity);
  if (text === '' && emoji === null) {
    await statuses.delete({ userId });
    return;
  }
  const { name = null, code = null, kind = null } = emoji ?? {};
  await statuses.upsert({ userId, realmId, text, emojiName: name, emojiCode: code, emojiKind: kind, endsAtSeconds }, [
    'userId',
  ]);
}

/** Records a user's status if it differs from `previous`. */
export async function recordStatus(tx: Transaction, account: AccountRow, previous: StatusRecord | null): Promise<void> {
  const status = await readStatus(tx, account);
  if (JSON.stringify(status) === JSON.stringify(previous)) return;
  tx.record(account.realmId, UserStatusChanged.of({ userId: account.userId, status, previous }));
}

const textOf = ({ text, emojiName, emojiCode, emojiKind, endsAtSeconds }: UserStatusEntity): StatusText => ({
  text,
  emoji: emojiName && emojiCode && emojiKind ? { name: emojiName, code: emojiCode, kind: emojiKind } : null,
  ...(endsAtSeconds !== null && { endsAtSeconds }),
});
