import type { Database, Transaction } from '@chat/persistence';

/** The characters that the account stores now. Writers of one account wait for each other here. */
export async function lockSize(tx: Transaction, userId: number): Promise<number> {
  await tx.query('INSERT INTO bot_storage_size (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [userId]);
  const [row] = await tx.query<{ characters: number }>(
    'SELECT characters FROM bot_storage_size WHERE user_id = $1 FOR UPDATE',
    [userId],
  );
  return Number(row?.characters ?? 0);
}

export async function writeSize(tx: Transaction, userId: number, characters: number): Promise<void> {
  await tx.query('UPDATE bot_storage_size SET characters = $2 WHERE user_id = $1', [userId, characters]);
}

/** The characters of some keys and their values. */
export async function sizeOf(tx: Transaction, userId: number, keys: readonly string[]): Promise<number> {
  const [row] = await tx.query<{ characters: number }>(
    `SELECT coalesce(sum(char_length(key) + char_length(value)), 0)::bigint AS characters
     FROM bot_storage WHERE user_id = $1 AND key = ANY($2::text[])`,
    [userId, keys],
  );
  return Number(row?.characters ?? 0);
}

export async function writeEntries(
  tx: Transaction,
  userId: number,
  storage: Readonly<Record<string, string>>,
): Promise<void> {
  await tx.query(
    `INSERT INTO bot_storage (user_id, key, value) SELECT $1, * FROM unnest($2::text[], $3::text[])
     ON CONFLICT (user_id, key) DO UPDATE SET value = EXCLUDED.value`,
    [userId, Object.keys(storage), Object.values(storage)],
  );
}

/** Without `keys`: everything. */
export async function readEntries(
  database: Database,
  userId: number,
  keys?: readonly string[],
): Promise<Record<string, string>> {
  const rows = await database.query<{ key: string; value: string }>(
    `SELECT key, value FROM bot_storage WHERE user_id = $1 AND ($2::text[] IS NULL OR key = ANY($2::text[])) ORDER BY key`,
    [userId, keys ?? null],
  );
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

/** Without `keys`: everything. */
export async function deleteEntries(
  tx: Transaction,
  userId: number,
  keys?: readonly string[],
): Promise<{ count: number; characters: number }> {
  const [row] = await tx.query<{ count: number; characters: number }>(
    `WITH gone AS (
       DELETE FROM bot_storage WHERE user_id = $1 AND ($2::text[] IS NULL OR key = ANY($2::text[]))
       RETURNING char_length(key) + char_length(value) AS characters
     )
     SELECT count(*) AS count, coalesce(sum(characters), 0)::bigint AS characters FROM gone`,
    [userId, keys ?? null],
  );
  return { count: Number(row?.count ?? 0), characters: Number(row?.characters ?? 0) };
}
