import { Client } from 'pg';
import type { SharedSystem } from './shared-system.js';

/**
 * Path of the link in the newest mail to an address; empty if there is none. The shared system has no mail server, so its mail waits in the
 * database.
 */
export async function mailedPath({ databaseUrl }: Pick<SharedSystem, 'databaseUrl'>, to: string): Promise<string> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  const sql = 'SELECT body FROM users.outgoing_mail WHERE recipient = $1 ORDER BY id DESC LIMIT 1';
  const { rows } = await database.query<{ body: string }>(sql, [to]);
  await database.end();
  return /https?:\/\/[^/\s]+(\/accounts\/[\w/-]+)\s/.exec(rows[0]?.body ?? '')?.[1] ?? '';
}
