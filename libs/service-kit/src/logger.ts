import { writeSync } from 'node:fs';
import type { LoggerService } from '@nestjs/common';
import { destination, type Logger, pino } from 'pino';

/** Lines are written many at a time: under load a write for each costs more than the line. A kill -9 loses what gathers. */
const WRITE_AT_BYTES = 8_192;
const WRITE_EVERY_MS = 500;
/** Lines that wait since nobody takes them: a launcher or log driver that hangs. Further ones are lost. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;
const STANDARD_OUTPUT = 1;

/** One JSON log per process on standard output. Secrets and contents never go in; see `withoutSecrets` for a second net. */
export function createLogger(service: string, instanceNumber: number, level: string): Logger {
  const output = destination({ sync: false, minLength: WRITE_AT_BYTES, maxLength: MAX_WAITING_BYTES });
  writeSoon(output);
  // Whoever read the log is gone (a launcher that was killed): no reason to cut an orderly stop short.
  output.on('error', () => {});
  // What is left is written at the exit; the library tries that for ever when nobody reads any more, and the process never ends.
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
  tellOfLostLines(output, logger);
  return logger;
}

/** Once what waited has been taken. */
function tellOfLostLines(output: ReturnType<typeof destination>, logger: Logger): void {
  let lost = 0;
  output.on('drop', () => lost++);
  output.on('drain', () => {
    if (lost === 0) return;
    const lines = lost;
    lost = 0;
    logger.warn({ lines }, 'Lines of this log are lost: nobody took them');
  });
}

/** Lines that do not fill a write are written all the same, a moment later. Where none come nothing wakes the process. */
export function writeSoon(output: Pick<ReturnType<typeof destination>, 'write' | 'flush'>): void {
  const write = output.write.bind(output);
  let isDue = false;
  const writeWhatGathered = (): void => {
    isDue = false;
    output.flush();
  };
  output.write = (line) => {
    if (!isDue) setTimeout(writeWhatGathered, WRITE_EVERY_MS).unref();
    isDue = true;
    return write(line);
  };
}

/** Whether somebody is left who reads standard output: the parent, where there is an IPC channel to it. */
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

/** A line's fields with what must not be told taken out, in them and one level below. Costs next to nothing where there is none. */
export function withoutSecrets(fields: object): Record<string, unknown> {
  let told = fields as Record<string, unknown>;
  for (const [name, value] of Object.entries(fields)) {
    if (SECRET_NAMES.has(name)) told = { ...told, [name]: '[Redacted]' };
    else if (isPlain(value) && Object.keys(value).some((inner) => SECRET_NAMES.has(inner))) {
      told = { ...told, [name]: withoutSecrets(value) };
    }
  }
  return told;
}

/** Errors are described by a rule of their own. */
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Error);

/**
 * What a log may say of an error. Not its other fields: a failed statement carries its SQL and parameters, and with them
 * what people wrote.
 */
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

/** Nest's own messages, in the same log. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }
  error(message: unknown, stack?: string, context?: string): void {
    this.logger.error({ context, stack }, String(message));
  }
  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }
  debug(message: unknown, context?: string): void {
    this.logger.trace({ context }, String(message));
  }
}
