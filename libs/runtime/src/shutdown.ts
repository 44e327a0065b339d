import type { Logger } from 'pino';

/** A stop that takes longer is given up; whoever started the process kills it soon after. */
const SHUTDOWN_TIMEOUT_MS = 8_000;

/**
 * Runs `stop` once on SIGTERM, SIGINT, or when the parent process that started this one over IPC is gone, then exits. An error
 * that nobody caught ends the process with code 1: its state can no longer be trusted, and it will be started again.
 */
export function stopOrderly(logger: Logger, stop: () => Promise<void>): void {
  let isStopping = false;
  const finish = (code: number): void => {
    logger.flush();
    // Standard output may be a pipe with something still in it.
    setTimeout(() => process.exit(code), 20);
  };
  const begin = (reason: string): void => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ reason }, 'Stopping');
    setTimeout(() => {
      logger.error({}, 'Stopping took too long');
      finish(1);
    }, SHUTDOWN_TIMEOUT_MS).unref();
    stop().then(
      () => {
        logger.info({}, 'Stopped');
        finish(0);
      },
      (error: unknown) => {
        logger.error({ err: error }, 'Stopping failed');
        finish(1);
      },
    );
  };
  process.on('SIGTERM', () => begin('SIGTERM'));
  process.on('SIGINT', () => begin('SIGINT'));
  if (process.send) process.on('disconnect', () => begin('parent is gone'));
  const crash = (error: unknown): void => {
    logger.fatal({ err: error }, 'Uncaught error');
    finish(1);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
}
