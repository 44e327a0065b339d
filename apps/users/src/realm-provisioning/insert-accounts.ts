import { UserCreated } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { AccountEntity, ApiKeyEntity, PasswordEntity } from '../accounts/account.entity.js';
import { type AccountRow, toAccount } from '../accounts/account.row.js';
import { nameKey } from '../accounts/names.js';
import type { SealedApiKey } from '../api-keys/api-key-vault.js';

const INITIAL_FIELDS = {
  isActive: true,
  isBillingAdmin: false,
  isSystemBot: false,
  avatarSource: 'G',
  avatarVersion: 1,
  avatarToken: null,
  alertWords: [],
} as const;

interface NewAccount extends AccountRow {
  readonly passwordHash: string | null;
  readonly apiKey: SealedApiKey;
}

/** The row of a new account; `fields` may replace initial values. */
export const newAccount = (
  fields: Omit<AccountRow, keyof typeof INITIAL_FIELDS | 'joinedAtSeconds'> & Partial<AccountRow>,
): AccountRow => ({ ...INITIAL_FIELDS, joinedAtSeconds: Math.floor(Date.now() / 1000), ...fields });

/** Allocates ids before the insert, since a hidden address contains the id. */
export async function allocateUserIds(tx: Transaction, count: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `SELECT nextval(pg_get_serial_sequence('account', 'user_id')) AS id FROM generate_series(1, $1)`,
    [count],
  );
  return rows.map((row) => row.id);
}

/** Inserts accounts with their keys and passwords, and records their events. Throws a unique violation if an address is in use. */
export async function insertAccounts(tx: Transaction, accounts: readonly NewAccount[]): Promise<void> {
  await tx.getRepository(AccountEntity).insert(
    accounts.map(({ apiKey: _, passwordHash: __, ...account }) => ({
      ...account,
      deliveryEmailKey: nameKey(account.deliveryEmail),
      emailKey: nameKey(account.email),
    })),
  );
  await tx.getRepository(ApiKeyEntity).insert(accounts.map(({ userId, apiKey }) => ({ userId, ...apiKey })));
  const passwords = accounts.flatMap(({ userId, passwordHash: hash }) => (hash === null ? [] : [{ userId, hash }]));
  if (passwords.length > 0) await tx.getRepository(PasswordEntity).insert(passwords);
  for (const account of accounts) {
    tx.record(account.realmId, UserCreated.of({ userId: account.userId, user: toAccount(account) }));
  }
}
