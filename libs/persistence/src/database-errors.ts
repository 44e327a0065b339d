import { WriteRefused } from '@chat/postgres';
import { isDatabaseAway } from './database-away.js';

/** SQLSTATEs after which the whole transaction may run again: serialization failure, deadlock. */
const CONFLICTS = new Set(['40001', '40P01']);
/**
 * SQLSTATEs of a prepared statement that can no longer run, because a pooler discarded it or a migration changed its result. The
 * statement had no effect; another connection prepares it again.
 */
const STALE_STATEMENTS = new Set(['26000', '0A000']);

export const UNIQUE_VIOLATION = '23505';

/** The SQLSTATE of a database error; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** The name of the constraint that a statement violated. */
export function violatedConstraint(error: unknown): string | undefined {
  const constraint = (error as { constraint?: unknown } | null)?.constraint;
  return typeof constraint === 'string' ? constraint : undefined;
}

/** Whether a prepared statement could no longer run. It had no effect and may run again. */
export const isStale = (error: unknown): boolean => STALE_STATEMENTS.has(sqlState(error) ?? '');

/** Whether the work had no effect and may run again. */
export const isTransient = (error: unknown): boolean => CONFLICTS.has(sqlState(error) ?? '') || isStale(error);

/** Whether the connection failed, not the statement. */
export const isOfConnection = (error: unknown): boolean =>
  !(error instanceof WriteRefused) && (sqlState(error) === undefined || isStale(error) || isDatabaseAway(error));
