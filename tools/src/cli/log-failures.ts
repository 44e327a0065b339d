/**
 * A fault in the launcher itself ends everything in an orderly way instead of leaving the services without
 * supervision. Prints the fault and exits with 1.
 */
export function logFailures(stop: () => Promise<void>): void {
  const fail = (error: unknown) => {
    process.stderr.write(`The launcher failed: ${error instanceof Error ? error.stack : String(error)}\n`);
    void stop().finally(() => process.exit(1));
  };
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
}
