/** SQLSTATEs of a server that stops, starts, has no connection left, or ended this one. */
const AWAY_STATES = /^(08|53300|57P0)/;
const AWAY_SYSTEM_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'EHOSTUNREACH',
  'EAGAIN',
]);
/** Messages of the driver's errors without a code. */
const AWAY_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed|Query runner already released)/i;

/** TypeORM's errors for a lost connection. */
const AWAY_NAMES = new Set(['QueryRunnerAlreadyReleasedError', 'QueryRunnerProviderAlreadyReleasedError']);

/** Whether the database could not be reached, or the connection broke during the statement. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (AWAY_NAMES.has(error.constructor.name) || AWAY_NAMES.has(error.name)) return true;
  const { code } = ((error as { driverError?: unknown }).driverError ?? error) as { code?: unknown };
  if (typeof code === 'string' && (AWAY_SYSTEM_ERRORS.has(code) || AWAY_STATES.test(code))) return true;
  return AWAY_MESSAGES.test(error.message.replace(/^\w*Error: /, ''));
}
