import pg from 'pg';

/** The role of the services in the pages. */
const ROLE = `DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'chat') THEN CREATE ROLE chat; END IF; END $$`;

/** Runs the statements of a page, and undoes them. Rejects if one fails, for example because a column has another name. */
export async function runStatements(databaseUrl: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(ROLE);
    await client.query(statements);
    await client.query('ROLLBACK');
  } finally {
    await client.end();
  }
}
