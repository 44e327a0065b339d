import type { PostgresAddress } from './postgres-address.js';

/** The row of `SESSION_STATE`. */
export interface SessionState {
  /** As `180004`. */
  readonly version: number;
  readonly pid: number;
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
}

export const SESSION_STATE = `
  SELECT current_setting('server_version_num')::int AS version, pg_backend_pid() AS pid,
    pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only')::boolean AS "isReadOnly"`;

/** SQLSTATE of a write in a session that accepts none. */
export const READ_ONLY = '25006';
const OLDEST_MAJOR_VERSION = 18;

/** The reason why a session does not have the `target_session_attrs` of the address, or undefined. */
export function attributesMissing(state: SessionState, { sessionAttributes }: PostgresAddress): string | undefined {
  if (sessionAttributes === 'any') return undefined;
  if (state.isStandby) return 'the server is a standby';
  return sessionAttributes === 'read-write' && state.isReadOnly ? 'the server is read-only' : undefined;
}

/** The reason why the services cannot use the server of a session, or undefined. */
export function versionTooOld({ version }: SessionState): string | undefined {
  const [major, minor] = [Math.floor(version / 10_000), version % 10_000];
  if (major >= OLDEST_MAJOR_VERSION) return undefined;
  return `the server is PostgreSQL ${major}.${minor}, but the services need ${OLDEST_MAJOR_VERSION} or later`;
}
