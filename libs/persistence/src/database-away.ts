/**
 * SQLSTATEs of a server that cannot do its work now. The connection ended (08), or the server accepts no writes (25006). Memory, disk or
 * connections are used up (53). The server starts or stops (57P), or its disk fails (58).
 */
const AWAY_STATES = /^(08|25006|53|57P|58)/;
const AWAY_SYSTEM_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAGAIN',
]);
/** Messages of the driver's errors without a code. */
const AWAY_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Client was closed|There was an error establishing an SSL connection|Query runner already released)/i;

/** TypeORM's errors for a lost connection. */
const AWAY_NAMES = new Set(['QueryRunnerAlreadyReleasedError', 'QueryRunnerProviderAlreadyReleasedError']);

/** Whether the database could not be reached, the connection broke during the statement, or the server cannot do its work now. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (AWAY_NAMES.has(error.constructor.name) || AWAY_NAMES.has(error.name)) return true;
  const { code } = ((error as { driverError?: unknown }).driverError ?? error) as { code?: unknown };
  if (typeof code === 'string' && (AWAY_SYSTEM_ERRORS.has(code) || AWAY_STATES.test(code))) return true;
  return AWAY_MESSAGES.test(error.message.replace(/^\w*Error: /, ''));
}
