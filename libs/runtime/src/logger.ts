import type { LoggerService } from '@nestjs/common';
import { destination, type Logger, pino } from 'pino';

/** Lines are written many at a time: under load a write for each costs more than the line. A kill -9 loses what gathers. */
const WRITE_AT_BYTES = 8_192;
const WRITE_EVERY_MS = 100;

/** One JSON log per process on standard output. Secrets and contents never go in; the paths below are a second net. */
export function createLogger(service: string, instanceNumber: number, level: string): Logger {
  const output = destination({ sync: false, minLength: WRITE_AT_BYTES, periodicFlush: WRITE_EVERY_MS });
  // Whoever read the log is gone (a launcher that was killed): no reason to cut an orderly stop short.
  output.on('error', () => {});
  return pino(
    {
      level,
      base: { service, instance: instanceNumber },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      redact: ['password', 'apiKey', 'content', '*.password', '*.apiKey', '*.content'],
    },
    output,
  );
}

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
