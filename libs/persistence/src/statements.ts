import { createHash } from 'node:crypto';
import type { PoolClient, QueryResult } from 'pg';
import { isTransient } from './database-errors.js';

/** A pool, or one of its connections. */
export type Connection = Pick<PoolClient, 'query'>;

/** The last event of a realm that is visible. */
export const SELECT_HEAD = 'SELECT sequence FROM outbox_head WHERE realm_id = $1';

const names = new Map<string, string>();

/** Runs one statement. Returns bigint columns as numbers. */
export async function queryRows<Row>(
  connection: Connection,
  sql: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  const result: QueryResult = await connection.query(sql, [...parameters]);
  return result.rows as Row[];
}

/**
 * Like `queryRows`, parsed and planned once per connection. For frequent statements with one best plan for all parameters.
 * `sql` must be a constant, because each text stays prepared while the connection lives.
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

const MAX_ATTEMPTS = 5;

/** Runs `run` again as a whole after a transient failure. */
export async function repeatedly<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isTransient(error)) throw error;
    }
  }
}
