import { writeSync } from 'node:fs';
import { destination, type Logger, pino } from 'pino';

/** One write for many lines: under load a write costs more than a line. A kill -9 loses the gathered lines. */
const WRITE_AT_BYTES = 8_192;
/** Lines that do not fill a write wait this long. */
const WRITE_AFTER_MS = 500;
/** Length of lines that wait for a hanging launcher or log driver. Further lines are lost. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;
const STANDARD_OUTPUT = 1;
const SECRET_NAMES = new Set(['password', 'apiKey', 'content']);

/** Opens the JSON log of a process on standard output. Callers must not log secrets and contents; `withoutSecrets` is a second net. */
export function createLogger(service: string, instanceNumber: number, level: string): Logger {
  const output = destination({ sync: false, minLength: WRITE_AT_BYTES, maxLength: MAX_WAITING_BYTES });
  // Without a reader (a killed launcher) an orderly stop must still go on.
  output.on('error', () => {});
  // At the exit the library would try for ever to write the last lines to a pipe without a reader.
  const writeTheRest = output.flushSync.bind(output);
  output.flushSync = () => {
    if (isRead()) writeTheRest();
  };
  writeWaitingLines(output);
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

type Output = ReturnType<typeof destination>;

/** The periodic flush of the library starts a write even if no line waits, for as long as the process lives. */
function writeWaitingLines(output: Output): void {
  let isDue = false;
  const writeSoon = () => {
    if (isDue) return;
    isDue = true;
    const write = () => {
      isDue = false;
      output.flush();
    };
    setTimeout(write, WRITE_AFTER_MS).unref();
  };
  const write = output.write.bind(output);
  output.write = (line) => {
    writeSoon();
    return write(line);
  };
  // A flush during a write does nothing, so lines may be left after it.
  output.on('write', (bytes: number) => {
    if (bytes > 0) writeSoon();
  });
}

/** Logs the number of lost lines when the waiting ones have been written. */
function reportLostLines(output: Output, logger: Logger): void {
  let lost = 0;
  output.on('drop', () => lost++);
  output.on('drain', () => {
    if (lost === 0) return;
    const lines = lost;
    lost = 0;
    logger.warn({ lines }, 'Lines of this log are lost, because they were not read in time');
  });
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

/** Redacts secrets in the fields of a line and one level below. Copies nothing if there are none. */
export function withoutSecrets(fields: object): Record<string, unknown> {
  const given = fields as Record<string, unknown>;
  let safe = given;
  // Not `Object.entries`: its arrays would cost each line as much as the rest of it.
  for (const name in given) {
    const value = given[name];
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
