import type { Transaction } from '@chat/persistence';
import { ACCOUNT_COLUMNS, type AccountRow } from '../accounts/account.row.js';
import { nameKey } from '../accounts/name-key.js';
import type { SealedApiKey } from '../api-keys/api-key-vault.js';

/** Everything that a new account is made of. Its ids were taken before, since a hidden address has the id in it. */
export interface NewAccount
  extends Omit<
    AccountRow,
    'isActive' | 'isBillingAdmin' | 'avatarSource' | 'avatarVersion' | 'avatarToken' | 'alertWords'
  > {
  readonly passwordHash: string | null;
  readonly apiKey: SealedApiKey;
}

/** Takes `count` user ids. */
export async function takeUserIds(tx: Transaction, count: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `SELECT nextval(pg_get_serial_sequence('account', 'user_id')) AS id FROM generate_series(1, $1)`,
    [count],
  );
  return rows.map((row) => row.id);
}

const INSERT_ACCOUNTS = `
  INSERT INTO account AS a (user_id, realm_id, delivery_email, delivery_email_key, email, email_key, full_name, role,
    can_create_users, is_bot, bot_type, bot_owner_id, is_system_bot, is_provisional, settings, joined_at)
  SELECT n."userId", n."realmId", n."deliveryEmail", n."deliveryEmailKey", n.email, n."emailKey", n."fullName", n.role,
    n."canCreateUsers", n."isBot", n."botType", n."botOwnerId", n."isSystemBot", n."isProvisional", n.settings,
    n."joinedAtSeconds"
  FROM jsonb_to_recordset($1::jsonb) AS n ("userId" bigint, "realmId" bigint, "deliveryEmail" text,
    "deliveryEmailKey" text, email text, "emailKey" text, "fullName" text, role smallint, "canCreateUsers" boolean,
    "isBot" boolean, "botType" smallint, "botOwnerId" bigint, "isSystemBot" boolean, "isProvisional" boolean,
    settings jsonb, "joinedAtSeconds" bigint)
  ORDER BY n."userId"
  RETURNING ${ACCOUNT_COLUMNS}`;

/**
 * Inserts accounts with their keys and passwords: three statements of few parameters, however many. A taken address violates its
 * constraint.
 */
export async function insertAccounts(tx: Transaction, accounts: readonly NewAccount[]): Promise<AccountRow[]> {
  const rows = await tx.query<AccountRow>(INSERT_ACCOUNTS, [
    JSON.stringify(
      accounts.map(({ apiKey: _, passwordHash: __, ...account }) => ({
        ...account,
        deliveryEmailKey: nameKey(account.deliveryEmail),
        emailKey: nameKey(account.email),
      })),
    ),
  ]);
  await tx.query(
    `INSERT INTO api_key (user_id, key_index, key_encrypted)
     SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bytea[])`,
    [
      accounts.map((account) => account.userId),
      accounts.map((account) => account.apiKey.index),
      accounts.map((account) => account.apiKey.encrypted),
    ],
  );
  const withPassword = accounts.filter((account) => account.passwordHash !== null);
  if (withPassword.length > 0) {
    await tx.query('INSERT INTO password (user_id, hash) SELECT * FROM unnest($1::bigint[], $2::text[])', [
      withPassword.map((account) => account.userId),
      withPassword.map((account) => account.passwordHash),
    ]);
  }
  return rows;
}
