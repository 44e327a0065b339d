import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

/** Time for services to finish their work after the death of the launcher, before the servers end. */
const GRACE_SECONDS = 2;

/**
 * Starts a server that ends by `signal` if this process dies, even by SIGKILL: PostgreSQL and Redis do not notice the
 * death of a parent; services have an IPC channel. A shell waits on a pipe that only this process holds open, and sends
 * the signal once the pipe closes. It ends with the server, since the pid may then be reused.
 */
export function spawnServer(
  file: string,
  args: readonly string[],
  signal: 'INT' | 'TERM',
  options: SpawnOptions,
): ChildProcess {
  const server = spawn(file, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C in the terminal must reach the launcher alone, which stops things in order.
    detached: true,
  });
  if (server.pid !== undefined) {
    const guard = spawnGuard(`cat >/dev/null; sleep ${GRACE_SECONDS}; kill -s ${signal} ${server.pid}`);
    server.once('exit', () => endGuard(guard));
  }
  return server;
}

/** Runs a shell script that outlives this process. Its standard input ends when this process dies, even by SIGKILL. */
export function spawnGuard(script: string, ...args: string[]): ChildProcess {
  // A session of its own: neither Ctrl-C nor a closing terminal may end the guard before its time.
  const guard = spawn('/bin/sh', ['-c', script, 'guard', ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  });
  guard.on('error', () => {});
  guard.stdin?.on('error', () => {});
  guard.unref();
  // The pipe alone must not keep a test process from ending.
  (guard.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  return guard;
}

export function endGuard(guard: ChildProcess): void {
  guard.kill('SIGKILL');
  guard.stdin?.destroy();
}
