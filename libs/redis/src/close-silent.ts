import type { Command, Redis } from 'ioredis';
import { ClosedConnectionError } from './closed-connection-error.js';

const CHECK_EVERY_MS = 1_000;
/** Silence in checks, not in time: a process that was stopped meanwhile must first read the data that has arrived. */
const MAX_SILENT_CHECKS = 10;
/** Of a connection that is being made. A Sentinel that has not heard of a failover leads to the former primary, which may hang. */
const MAX_SILENT_HANDSHAKE_CHECKS = 3;
/** A blocking command gets its reply, or the end of its block, this long after its block time. */
const BLOCK_GRACE_CHECKS = 5;
/** An idle connection sends a PING after so many checks. Only an outstanding reply reveals that a connection is dead. */
const PING_AFTER_CHECKS = 3;

/**
 * Closes the connection if nothing arrives for 10 s, or for 5 s more than the block time of a blocking command; ioredis then connects again.
 * A new connection has three seconds for each reply of its handshake. An idle connection or subscription asks for a reply every three to
 * four seconds, so it is closed as early as a busy one.
 *
 * Options of ioredis (5.11.1) do not serve this. The timer of `socketTimeout` survives its connection and closes the next one, and knows
 * neither block times nor subscriptions. `blockingTimeout` resolves the command with null, leaves the dead connection open, and drops a
 * reply that arrives later, with the requests in it.
 */
export function closeSilent(redis: Redis): void {
  let bytesRead = -1;
  let silentChecks = 0;
  let former: Redis['stream'] | undefined;
  const check = () => {
    const { stream, status, commandQueue } = redis;
    const command = commandQueue.peekFront()?.command as Command | undefined;
    // During the handshake ioredis pauses between its commands while the server loads its data.
    const expectsData = status === 'ready' || (status === 'connect' && command !== undefined);
    silentChecks = expectsData && stream === former && stream.bytesRead === bytesRead ? silentChecks + 1 : 0;
    bytesRead = stream?.bytesRead ?? -1;
    former = stream;
    const blockChecks = (command?.extractBlockingTimeout() ?? 0) / CHECK_EVERY_MS;
    const maxChecks = Math.max(MAX_SILENT_CHECKS, blockChecks + BLOCK_GRACE_CHECKS);
    if (silentChecks >= (status === 'ready' ? maxChecks : MAX_SILENT_HANDSHAKE_CHECKS)) {
      silentChecks = 0;
      stream.destroy(new ClosedConnectionError('Redis did not reply in time'));
    } else if (command === undefined && silentChecks >= PING_AFTER_CHECKS) {
      redis.ping().catch(() => {});
    }
  };
  checks.add(check);
  checking ??= setInterval(checkAll, CHECK_EVERY_MS).unref();
  redis.on('end', () => {
    checks.delete(check);
    if (checks.size > 0) return;
    clearInterval(checking);
    checking = undefined;
  });
}

/** Of all connections. One timer for them wakes an idle process once a second, and not once for each connection. */
const checks = new Set<() => void>();
let checking: NodeJS.Timeout | undefined;

function checkAll(): void {
  for (const check of checks) check();
}
