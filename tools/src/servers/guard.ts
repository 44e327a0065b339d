import { type ChildProcess, spawn } from 'node:child_process';

/** What the services get, after the launcher has died, to end what they have begun before the servers go. */
const GRACE_SECONDS = 2;

/**
 * Ends a server when this process dies, even by SIGKILL: a shell waits on a pipe whose other end only this process
 * holds, and sends the signal once the pipe closes. PostgreSQL and Redis know no parent; services have an IPC channel.
 *
 * Returns a function that takes the guard away; call it once the server has ended, since its pid may then be reused.
 */
export function guardServer(server: ChildProcess, signal: 'INT' | 'TERM'): () => void {
  const script = `cat >/dev/null; sleep ${GRACE_SECONDS}; kill -s ${signal} ${server.pid}`;
  // A session of its own: neither Ctrl-C nor a closing terminal may end the guard before its server.
  const guard = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true, cwd: '/' });
  guard.on('error', () => {});
  guard.stdin?.on('error', () => {});
  guard.unref();
  // The pipe alone must not keep a test process from ending.
  (guard.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  return () => {
    guard.kill('SIGKILL');
    guard.stdin?.destroy();
  };
}
