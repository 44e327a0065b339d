import pg from 'pg';
import { type PostgresTarget, postgresAddress } from './postgres-address.js';
import {
  attributesMissing,
  SESSION_STATE,
  type SessionState,
  synchronousUnproven,
  versionTooOld,
} from './session-state.js';

const ANSWER_TIMEOUT_MS = 4_000;

/**
 * Resolves with undefined if the services can use a server of the address now, or with the reason why not, without passwords, within 10 s.
 * With `isSynchronous`, a commit must be on a second server, too. Rejects for an address that `postgresAddress` does not accept.
 */
export async function postgresProblem(url: string, { isSynchronous = false } = {}): Promise<string | undefined> {
  const address = postgresAddress(url);
  const { targets, user, password, database, connectTimeoutMs } = address;
  const problemOf = async (target: PostgresTarget) => {
    const connectionTimeoutMillis = Math.min(connectTimeoutMs, 5_000);
    const options = { ...target, user, password, database, connectionTimeoutMillis, query_timeout: ANSWER_TIMEOUT_MS };
    try {
      const state = await stateOf(new pg.Client(options));
      const demands = [versionTooOld(state), attributesMissing(state, address)];
      return demands.find(Boolean) ?? (isSynchronous ? synchronousDemand(state) : undefined);
    } catch (error) {
      return messageOf(error);
    }
  };
  const problems = await Promise.all(targets.map(problemOf));
  if (problems.includes(undefined)) return undefined;
  const isOneHost = targets.every(({ host, port }) => host === targets[0]?.host && port === targets[0].port);
  if (isOneHost) return problems.at(-1);
  return targets.map(({ host, port }, index) => `${host}:${port}: ${problems[index]}`).join('; ');
}

/** A name with several network addresses causes an error without a message of its own. */
const messageOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(messageOf).join(', ') : (error as Error).message;

function synchronousDemand(state: SessionState): string | undefined {
  const reason = synchronousUnproven(state);
  return reason && `DATABASE_SYNCHRONOUS is required, but ${reason}`;
}

async function stateOf(client: pg.Client): Promise<SessionState> {
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<SessionState>(SESSION_STATE);
    return rows[0] as SessionState;
  } finally {
    // Not awaited: a server that does not reply does not close the connection either.
    void client.end();
  }
}
