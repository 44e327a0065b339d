import { writeSync } from 'node:fs';
import { destination, type Logger, pino } from 'pino';

/** One write for many lines: under load a write costs more than a line. A kill -9 loses the gathered lines. */
const WRITE_AT_BYTES = 8_192;
const WRITE_EVERY_MS = 500;
/** Length of lines that wait for a hanging launcher or log driver. Further lines are lost. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;
const STANDARD_OUTPUT = 1;

/** Opens the JSON log of a process on standard output. Callers must not log secrets and contents; `withoutSecrets` is a second net. */
export function createLogger(service: string, instanceNumber: number, level: string): Logger {
  const output = destination({ sync: false, minLength: WRITE_AT_BYTES, maxLength: MAX_WAITING_BYTES });
  writeSoon(output);
  // Without a reader (a killed launcher) an orderly stop must still go on.
  output.on('error', () => {});
  // At the exit the library would try for ever to write the last lines to a pipe without a reader.
  const writeTheRest = output.flushSync.bind(output);
  output.flushSync = () => {
    if (isRead()) writeTheRest();
  };
  const logger = pino(
    {
      level,
      base: { service, instance: instanceNumber },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
      serializers: { err: describeError },
    },
    output,
  );
  reportLostLines(output, logger);
  return logger;
}

/** Logs the number of lost lines when the waiting ones have been written. */
function reportLostLines(output: ReturnType<typeof destination>, logger: Logger): void {
  let lost = 0;
  output.on('drop', () => lost++);
  output.on('drain', () => {
    if (lost === 0) return;
    const lines = lost;
    lost = 0;
    logger.warn({ lines }, 'Lines of this log are lost, because they were not read in time');
  });
}

/** Writes lines that do not fill a write half a second later. No timer runs without lines. */
export function writeSoon(output: Pick<ReturnType<typeof destination>, 'write' | 'flush'>): void {
  const write = output.write.bind(output);
  let isDue = false;
  const flush = (): void => {
    isDue = false;
    output.flush();
  };
  output.write = (line) => {
    if (!isDue) setTimeout(flush, WRITE_EVERY_MS).unref();
    isDue = true;
    return write(line);
  };
}

/** Whether standard output has a reader: the parent, if there is an IPC channel to it. */
function isRead(): boolean {
  if (process.send !== undefined) return process.connected;
  try {
    writeSync(STANDARD_OUTPUT, '');
    return true;
  } catch {
    return false;
  }
}

const SECRET_NAMES = new Set(['password', 'apiKey', 'content']);

/** Redacts secrets in the fields of a line and one level below. Copies nothing if there are none. */
export function withoutSecrets(fields: object): Record<string, unknown> {
  let safe = fields as Record<string, unknown>;
  for (const [name, value] of Object.entries(fields)) {
    if (SECRET_NAMES.has(name)) safe = { ...safe, [name]: '[Redacted]' };
    else if (isPlain(value) && Object.keys(value).some((inner) => SECRET_NAMES.has(inner))) {
      safe = { ...safe, [name]: withoutSecrets(value) };
    }
  }
  return safe;
}

/** Errors go through {@link describeError}. */
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Error);

/** The fields of an error for the log. Others are left out: a failed statement carries its parameters, with texts of users. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = ((error as { driverError?: unknown }).driverError ?? error) as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(typeof code === 'string' && { code }),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  };
}
