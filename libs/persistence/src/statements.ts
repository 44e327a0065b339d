import { createHash } from 'node:crypto';
import type { PoolClient, QueryResult } from 'pg';

/** What runs SQL: a pool for statements by themselves, or one connection of it. */
export type Connection = Pick<PoolClient, 'query'>;

const names = new Map<string, string>();

/** Runs one statement; rows as the driver gives them (bigint columns as numbers). */
export async function queryRows<Row>(
  connection: Connection,
  sql: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  const result: QueryResult = await connection.query(sql, [...parameters]);
  return result.rows as Row[];
}

/**
 * The same, parsed and planned once per connection. For statements that run very often and whose best plan does not depend on
 * their parameters; `sql` must be a constant, since every text stays prepared for as long as the connection lives.
 */
export async function queryPrepared<Row>(
  connection: Connection,
  sql: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  const result: QueryResult = await connection.query({ name: nameOf(sql), text: sql, values: [...parameters] });
  return result.rows as Row[];
}

function nameOf(sql: string): string {
  let name = names.get(sql);
  if (name === undefined) {
    name = createHash('sha1').update(sql).digest('hex');
    names.set(sql, name);
  }
  return name;
}
