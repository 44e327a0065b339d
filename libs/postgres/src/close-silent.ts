import pg from 'pg';
import type { HostClient } from './host-client.js';

/** Silence in checks, not in time: a process that was stopped meanwhile must first read the data that has arrived. */
const MAX_SILENT_CHECKS = 10;
const ASK_TIMEOUT_MS = 1_500;
/** A reply may be on its way for so long after the statement has ended. */
const BUSY_PROCESSES = `
  SELECT pid FROM pg_stat_activity
  WHERE pid = ANY($1) AND (state NOT LIKE 'idle%' OR state_change > clock_timestamp() - interval '2 seconds')`;

/**
 * Closes connections on which a statement is outstanding and nothing arrives for 10 s, unless the server says, on another connection, that it
 * still works on the statement. So neither an index that takes minutes nor a commit that waits for a standby is cut. Keepalives do not serve
 * this: a proxy answers them although its server is gone. Returns the check, to be called once a second.
 *
 * Behind a pooler with transaction pooling the server cannot name the connection, and a statement of more than 10 s is cut.
 */
export function closeSilent(clients: ReadonlySet<HostClient>, onClosed: () => void): () => void {
  const silence = new WeakMap<HostClient, { bytesRead: number; checks: number }>();
  const isDue = (client: HostClient): boolean => {
    const { bytesRead } = client.socket;
    const before = silence.get(client);
    const isSilent = client.isWaiting && before?.bytesRead === bytesRead;
    const checks = isSilent ? before.checks + 1 : 0;
    silence.set(client, { bytesRead, checks });
    return checks > 0 && checks % MAX_SILENT_CHECKS === 0;
  };
  const close = async (due: readonly HostClient[]): Promise<void> => {
    const busy = await busyProcesses(due);
    const isSilent = (client: HostClient) =>
      client.isWaiting && silence.get(client)?.bytesRead === client.socket.bytesRead && !busy.has(client.serverPid);
    const silent = due.filter(isSilent);
    for (const client of silent) client.socket.destroy(noReply());
    if (silent.length > 0) onClosed();
  };
  return () => {
    const due = [...clients].filter(isDue);
    if (due.length > 0) void close(due);
  };
}

const noReply = (): Error => Object.assign(new Error('PostgreSQL did not reply in time'), { code: 'ETIMEDOUT' });

/** Server processes of the connections that work on a statement; empty if the server cannot be asked. */
async function busyProcesses(clients: readonly HostClient[]): Promise<ReadonlySet<number>> {
  const [first] = clients as [HostClient];
  const { user, password, database } = first;
  const timeouts = { connectionTimeoutMillis: ASK_TIMEOUT_MS, query_timeout: ASK_TIMEOUT_MS };
  const asking = new pg.Client({ user, password, database, ...first.target, ...timeouts });
  asking.on('error', () => {});
  try {
    await asking.connect();
    const { rows } = await asking.query<{ pid: number }>(BUSY_PROCESSES, [clients.map(({ serverPid }) => serverPid)]);
    return new Set(rows.map(({ pid }) => pid));
  } catch {
    return new Set();
  } finally {
    void asking.end();
  }
}
