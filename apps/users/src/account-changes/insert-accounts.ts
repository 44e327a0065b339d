import { type Joining, UserCreated } from '@chat/contracts';
import { columnsOf, type Transaction } from '@chat/persistence';
import { AccountEntity, type AccountRow, toAccount } from '../accounts/account.entity.js';
import { nameKey } from '../accounts/names.js';
import type { SealedApiKey } from '../api-keys/api-key-vault.js';

const INITIAL_FIELDS = {
  isActive: true,
  isBillingAdmin: false,
  isSystemBot: false,
  botDefaults: null,
  avatarSource: 'G',
  avatarVersion: 1,
  avatarToken: null,
  alertWords: [],
} as const;

interface NewAccount extends AccountRow {
  readonly passwordHash: string | null;
  readonly apiKey: SealedApiKey;
  readonly joining?: Joining | undefined;
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

const COLUMNS = columnsOf(AccountEntity);
const NAMES = COLUMNS.map(([name]) => name).join(', ');

/**
 * Inserts accounts with their keys and passwords, and records their events. Throws a unique violation if an address is in use. Raw
 * SQL with a few parameters for any number of accounts: the inserts of repositories take twice as long for a thousand.
 */
export async function insertAccounts(tx: Transaction, accounts: readonly NewAccount[]): Promise<void> {
  const rows = accounts.map((account) => {
    const keys = { deliveryEmailKey: nameKey(account.deliveryEmail), emailKey: nameKey(account.email) };
    const row: Readonly<Record<string, unknown>> = { ...account, ...keys };
    return Object.fromEntries(COLUMNS.map(([name, property]) => [name, row[property]]));
  });
  await tx.query(
    `INSERT INTO account (${NAMES}) SELECT ${NAMES} FROM jsonb_populate_recordset(NULL::account, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
  await tx.query(
    `INSERT INTO api_key (user_id, key_index, key_encrypted)
     SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bytea[])`,
    [
      accounts.map(({ userId }) => userId),
      accounts.map(({ apiKey }) => apiKey.index),
      accounts.map(({ apiKey }) => apiKey.encrypted),
    ],
  );
  const withPassword = accounts.filter(({ passwordHash }) => passwordHash !== null);
  await tx.query('INSERT INTO password (user_id, hash) SELECT * FROM unnest($1::bigint[], $2::text[])', [
    withPassword.map(({ userId }) => userId),
    withPassword.map(({ passwordHash }) => passwordHash),
  ]);
  for (const account of accounts) {
    const { userId, joining } = account;
    tx.record(account.realmId, UserCreated.of({ userId, user: toAccount(account), joining }));
  }
}
