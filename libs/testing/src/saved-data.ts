import type { Redis } from 'ioredis';
import pg from 'pg';

/** Data of an earlier moment, to which a server can be set back. */
export interface SavedData {
  restore(): Promise<void>;
}

/** Saves the rows and sequences of a schema. Restoring them has the effect of a server that lost its last commits. */
export async function savePostgres(url: string, schema: string): Promise<SavedData> {
  const saved = await withClient(url, (client) => readSchema(client, schema));
  return { restore: () => withClient(url, (client) => restoreSchema(client, saved)) };
}

interface SavedSchema {
  /** `columns`: names of the columns that are not computed. */
  readonly tables: readonly { readonly name: string; readonly columns: string; readonly rows: string | null }[];
  readonly sequences: readonly { readonly name: string; readonly last: string | null }[];
}

async function readSchema(client: pg.Client, schema: string): Promise<SavedSchema> {
  const { rows: names } = await client.query<{ name: string; columns: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name, string_agg(quote_ident(column_name), ', ') AS columns
     FROM information_schema.tables JOIN information_schema.columns USING (table_schema, table_name)
     WHERE table_schema = $1 AND table_type = 'BASE TABLE' AND is_generated = 'NEVER' GROUP BY 1`,
    [schema],
  );
  const tables = [];
  for (const { name, columns } of names) {
    const { rows } = await client.query<{ rows: string | null }>(`SELECT json_agg(t)::text AS rows FROM ${name} t`);
    tables.push({ name, columns, rows: rows[0]?.rows ?? null });
  }
  const { rows: sequences } = await client.query<{ name: string; last: string | null }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value AS last FROM pg_sequences WHERE schemaname = $1`,
    [schema],
  );
  return { tables, sequences };
}

async function restoreSchema(client: pg.Client, { tables, sequences }: SavedSchema): Promise<void> {
  await client.query('BEGIN');
  // Without triggers and foreign keys.
  await client.query("SET LOCAL session_replication_role = 'replica'");
  await client.query(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`);
  for (const { name, columns, rows } of tables) {
    const sql = `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
      SELECT ${columns} FROM json_populate_recordset(null::${name}, $1)`;
    if (rows !== null) await client.query(sql, [rows]);
  }
  for (const { name, last } of sequences)
    await client.query('SELECT setval($1::regclass, $2, $3)', [name, last ?? 1, last !== null]);
  await client.query('COMMIT');
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Saves all keys of a Redis database. */
export async function saveRedis(redis: Redis): Promise<SavedData> {
  const keys = await redis.keys('*');
  const saved = await Promise.all(keys.map(async (key) => [key, await redis.dumpBuffer(key)] as const));
  return {
    restore: async () => {
      const restoring = redis.multi().flushdb();
      for (const [key, value] of saved) restoring.restore(key, 0, value);
      await restoring.exec();
    },
  };
}
