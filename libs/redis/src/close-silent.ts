import type { Command, Redis } from 'ioredis';

const CHECK_EVERY_MS = 1_000;
/** Silence in checks, not in time: a process that was stopped meanwhile must first read the data that has arrived. */
const MAX_SILENT_CHECKS = 10;
/** A blocking command gets its reply, or the end of its block, this long after its block time. */
const BLOCK_GRACE_CHECKS = 5;
/** A subscription that hears nothing sends a PING after so many checks. */
const PING_AFTER_CHECKS = 3;

/**
 * Closes the connection if a request is outstanding and nothing arrives for 10 s, or for 5 s more than the block time of a blocking command;
 * ioredis then connects again.
 *
 * Options of ioredis (5.11.1) do not serve this. The timer of `socketTimeout` survives its connection and closes the next one, and knows
 * neither block times nor subscriptions. `blockingTimeout` resolves the command with null, leaves the dead connection open, and drops a
 * reply that arrives later, with the requests in it.
 */
export function closeSilent(redis: Redis): void {
  let bytesRead = -1;
  let silentChecks = 0;
  let idleChecks = 0;
  const check = () => {
    const { stream, status, commandQueue } = redis;
    const command =
      status === 'ready' || status === 'connect'
        ? (commandQueue.peekFront()?.command as Command | undefined)
        : undefined;
    const isSilent = command !== undefined && stream.bytesRead === bytesRead;
    bytesRead = stream?.bytesRead ?? -1;
    silentChecks = isSilent ? silentChecks + 1 : 0;
    idleChecks = command === undefined && redis.mode === 'subscriber' ? idleChecks + 1 : 0;
    const blockChecks = (command?.extractBlockingTimeout() ?? 0) / CHECK_EVERY_MS;
    if (silentChecks >= Math.max(MAX_SILENT_CHECKS, blockChecks + BLOCK_GRACE_CHECKS)) {
      silentChecks = 0;
      stream.destroy(new Error('Redis did not reply in time'));
    } else if (idleChecks >= PING_AFTER_CHECKS) {
      redis.ping().catch(() => {});
    }
  };
  const checking = setInterval(check, CHECK_EVERY_MS).unref();
  redis.on('end', () => clearInterval(checking));
}
