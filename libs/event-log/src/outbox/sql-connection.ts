/** Parsed and planned once per connection. */
interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

/** A connection to the service's database. */
export interface SqlConnection {
  query(sql: string | PreparedStatement, parameters?: unknown[]): Promise<{ readonly rows: unknown[] }>;
}

/** The connection pool of the service's database. */
export interface SqlPool extends SqlConnection {
  connect(): Promise<SqlConnection & { release(destroy?: boolean): void }>;
}

/** Runs one statement and resolves with its rows. The database does not check that they fit `Row`. */
export async function queryRows<Row>(
  connection: SqlConnection,
  sql: string | PreparedStatement,
  parameters: unknown[] = [],
): Promise<Row[]> {
  return (await connection.query(sql, parameters)).rows as Row[];
}

/** Runs `work` in a transaction on a connection. If it fails, rolls back and throws its error. Nothing runs again. */
export async function inTransaction<Result>(connection: SqlConnection, work: () => Promise<Result>): Promise<Result> {
  await connection.query('BEGIN');
  try {
    const result = await work();
    await connection.query('COMMIT');
    return result;
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => {});
    throw error;
  }
}
