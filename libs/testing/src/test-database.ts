import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { testDatabaseServerUrl } from './test-servers.js';

/** A database of one test file's own. */
export interface TestDatabase {
  readonly url: string;
  /** Ends every connection to this database. */
  cutConnections(): Promise<void>;
  drop(): Promise<void>;
}

/** Serializes the making of templates over all test processes. */
const TEMPLATE_LOCK = 55_310_017;

/**
 * A fresh database in which `migrate` has run: a clone of a template that is created once per `name` and server, so
 * that only the first test file pays for the migrations. `name` must change with the effect of `migrate` (use the names
 * of the migrations).
 */
export async function createTestDatabase(
  name: string,
  migrate: (url: string) => Promise<unknown>,
): Promise<TestDatabase> {
  // PostgreSQL cuts long names, so a digest distinguishes them.
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 16);
  const template = `template_${name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, 30)}_${digest}`;
  const database = `test_${randomBytes(8).toString('hex')}`;
  await asAdministrator(async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    try {
      const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
      if (found.rowCount === 0) await makeTemplate(client, template, migrate);
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
    }
    // Half of the CPU time of a copy by way of the log, which is the default.
    await client.query(`CREATE DATABASE "${database}" TEMPLATE "${template}" STRATEGY file_copy`);
  });
  return {
    url: databaseUrl(database),
    cutConnections: () =>
      asAdministrator(
        async (client) =>
          void (await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
            database,
          ])),
      ),
    drop: () =>
      asAdministrator(async (client) => void (await client.query(`DROP DATABASE "${database}" WITH (FORCE)`))),
  };
}

async function makeTemplate(
  client: pg.Client,
  template: string,
  migrate: (url: string) => Promise<unknown>,
): Promise<void> {
  const unfinished = `${template}_new`;
  await client.query(`DROP DATABASE IF EXISTS "${unfinished}" WITH (FORCE)`);
  await client.query(`CREATE DATABASE "${unfinished}"`);
  await migrate(databaseUrl(unfinished));
  await client.query(`ALTER DATABASE "${unfinished}" RENAME TO "${template}"`);
}

async function asAdministrator(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: testDatabaseServerUrl() });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function databaseUrl(database: string): string {
  const url = new URL(testDatabaseServerUrl());
  url.pathname = `/${database}`;
  return url.href;
}
