import type { Logger } from 'pino';

/**
 * Why a process stops. `replaced`: others go on meanwhile, so nobody who uses this process may notice. `all`: the whole system
 * stops, or whoever started the process is gone; nobody is there to go on with.
 */
export type StopReason = 'replaced' | 'all';

/** A stop that takes longer is given up; whoever started the process kills it soon after. */
const STOP_TIMEOUT_MS: Readonly<Record<StopReason, number>> = { replaced: 25_000, all: 8_000 };

/** Whether whoever started this process over IPC is still there is looked at this often, beside being told. */
const LOOK_AFTER_PARENT_EVERY_MS = 5_000;

/**
 * Calls `onGone` when the parent process that started this one over IPC is gone: at once if it is gone already, and at the latest
 * soon after it went. Does nothing in a process that was started otherwise. Returns what ends the watch.
 */
function watchParent(onGone: () => void): () => void {
  if (process.send === undefined) return () => {};
  const parent = process.ppid;
  const look = (): void => {
    if (!process.connected || process.ppid !== parent) onGone();
  };
  const timer = setInterval(look, LOOK_AFTER_PARENT_EVERY_MS);
  timer.unref();
  process.on('disconnect', onGone);
  look();
  return () => {
    clearInterval(timer);
    process.off('disconnect', onGone);
  };
}

/**
 * For the time until a process has started: it ends when its parent is gone. Nothing has been taken yet, and what it waits for,
 * such as Redis, may have gone with the parent for good. Returns what ends the watch; {@link stopOrderly} watches from then on.
 */
export const exitWithParent = (): (() => void) => watchParent(() => process.exit(1));

/**
 * Runs `stop` once on SIGTERM (this process is replaced), SIGINT (Ctrl-C: everything stops), or when the parent process that
 * started this one over IPC is gone, then exits. An error that nobody caught ends the process with code 1: its state can no
 * longer be trusted, and it will be started again.
 */
export function stopOrderly(logger: Logger, stop: (reason: StopReason) => Promise<void>): void {
  let isStopping = false;
  const finish = (code: number): void => {
    // Standard output may be a pipe with something still in it, or nobody at its other end.
    setTimeout(() => process.exit(code), 20);
    try {
      logger.flush();
    } catch {
      // Then what it still held is lost; the end is not.
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
