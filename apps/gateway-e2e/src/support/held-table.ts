import { eventually } from '@chat/testing';
import { Client } from 'pg';

/** A table that accepts no changes until its release, so that a test can act in the middle of a transaction. */
export class HeldTable {
  private constructor(
    private readonly holder: Client,
    private readonly watcher: Client,
  ) {}

  static async hold(databaseUrl: string, table: string): Promise<HeldTable> {
    const [holder, watcher] = [0, 1].map(() => new Client({ connectionString: databaseUrl })) as [Client, Client];
    await Promise.all([holder.connect(), watcher.connect()]);
    await holder.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`);
    return new HeldTable(holder, watcher);
  }

  /** Resolves when a statement like this, a pattern of SQL, waits for the release. */
  async reached(statement: string): Promise<void> {
    const sql = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ILIKE $1";
    const isReached = async () => ((await this.watcher.query(sql, [statement])).rowCount ?? 0) > 0;
    await eventually(isReached, { withinMs: 20_000, what: `the statement ${statement}` });
  }

  async release(): Promise<void> {
    await Promise.all([this.holder.end(), this.watcher.end()]);
  }
}
