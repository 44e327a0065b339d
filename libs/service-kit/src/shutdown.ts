import type { Logger } from 'pino';

/** `replaced`: other replicas serve on, and clients must not notice the stop. `all`: the whole system or its launcher stops. */
export type StopReason = 'replaced' | 'all';

/** A longer stop is given up. Launchers kill the process soon after. */
const STOP_TIMEOUT_MS: Readonly<Record<StopReason, number>> = { replaced: 25_000, all: 8_000 };
/** Interval of the check that the parent lives, in addition to the event of the IPC channel. */
const CHECK_PARENT_EVERY_MS = 5_000;

/**
 * Runs a process: `start`, then an orderly stop at a signal or at the end of the parent. Exits with 1 and one line on standard error if
 * the start fails.
 */
export async function runProcess(
  name: string,
  start: () => Promise<{ readonly logger: Logger; stop(reason: StopReason): Promise<void> }>,
): Promise<void> {
  const started = exitWithParent();
  try {
    const running = await start();
    started();
    stopOrderly(running.logger, (reason) => running.stop(reason));
  } catch (error) {
    process.stderr.write(`${name} cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

/**
 * Exits at the end of the parent, until the returned function is called. For a process that starts: nothing needs a stop yet, and the
 * servers that it waits for may have ended with the parent.
 */
export const exitWithParent = (): (() => void) => watchParent(() => process.exit(1));

/**
 * Runs `stop` once, then exits: on SIGTERM (`replaced`), on SIGINT (Ctrl-C), or at the end of the parent (`all`). An uncaught error ends the
 * process with code 1, because its state can no longer be trusted.
 */
export function stopOrderly(logger: Logger, stop: (reason: StopReason) => Promise<void>): void {
  let isStopping = false;
  const finish = (code: number): void => {
    // Standard output may be a pipe that is not empty, or has no reader.
    setTimeout(() => process.exit(code), 20);
    try {
      logger.flush();
    } catch {
      // The last lines are lost.
    }
  };
  const begin = (cause: string, reason: StopReason): void => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ cause }, 'Stopping');
    setTimeout(() => {
      logger.error({}, 'Stopping took too long');
      finish(1);
    }, STOP_TIMEOUT_MS[reason]).unref();
    stop(reason).then(
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
  process.on('SIGTERM', () => begin('SIGTERM', 'replaced'));
  process.on('SIGINT', () => begin('SIGINT', 'all'));
  watchParent(() => begin('parent is gone', 'all'));
  const crash = (error: unknown): void => {
    logger.fatal({ err: error }, 'Uncaught error');
    finish(1);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
}

/** Calls `onGone` at the end of a parent that started this process over IPC. Returns a function that ends the watch. */
function watchParent(onGone: () => void): () => void {
  if (process.send === undefined) return () => {};
  const parent = process.ppid;
  const check = (): void => {
    if (!process.connected || process.ppid !== parent) onGone();
  };
  const timer = setInterval(check, CHECK_PARENT_EVERY_MS);
  timer.unref();
  process.on('disconnect', onGone);
  check();
  return () => {
    clearInterval(timer);
    process.off('disconnect', onGone);
  };
}
