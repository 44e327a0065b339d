import type { PostgresAddress } from './postgres-address.js';

/** The row of `SESSION_STATE`. */
export interface SessionState {
  /** As `180004`. */
  readonly version: number;
  readonly pid: number;
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  readonly synchronousCommit: string;
  readonly synchronousStandbyNames: string;
  /** Null if the role may not see the standbys. */
  readonly synchronousStandbys: number | null;
}

export const SESSION_STATE = `
  SELECT current_setting('server_version_num')::int AS version, pg_backend_pid() AS pid,
    pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only')::boolean AS "isReadOnly",
    current_setting('synchronous_commit') AS "synchronousCommit",
    current_setting('synchronous_standby_names') AS "synchronousStandbyNames",
    CASE WHEN pg_has_role(current_user, 'pg_read_all_stats', 'USAGE') THEN
      (SELECT count(*)::int FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum'))
    END AS "synchronousStandbys"`;

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

/** Values of synchronous_commit with which a commit waits until the standby has stored it. */
const STORED_BY_STANDBY = ['on', 'remote_apply'];

/**
 * The reason why an acknowledged commit may be stored on one server only, or undefined. If the role may not see the standbys, the settings
 * decide: with `synchronous_standby_names` a commit waits for a standby, connected or not.
 */
export function synchronousMissing(state: SessionState): string | undefined {
  if (state.synchronousStandbyNames === '') return 'synchronous_standby_names of PostgreSQL is empty';
  if (!STORED_BY_STANDBY.includes(state.synchronousCommit)) {
    return `synchronous_commit of PostgreSQL is ${state.synchronousCommit}, not ${STORED_BY_STANDBY.join(' or ')}`;
  }
  return state.synchronousStandbys === 0 ? 'no synchronous standby is connected to PostgreSQL' : undefined;
}

/** As `synchronousMissing`, for an installation that demands a synchronous standby. */
export const synchronousUnproven = (state: SessionState): string | undefined =>
  state.synchronousStandbys === null
    ? 'the role may not see the standbys of PostgreSQL: GRANT pg_read_all_stats TO it'
    : synchronousMissing(state);
