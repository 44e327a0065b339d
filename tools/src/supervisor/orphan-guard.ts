import { type ChildProcess, spawn } from 'node:child_process';

/** Time for services to exit after the death of the launcher: longer than their own limit (8 s). */
const GRACE_SECONDS = 12;

/**
 * Reads `+ <pid>` and `- <pid>` until the launcher closes its end or dies. Then waits for the remaining processes,
 * forgetting each as it ends, since its pid may be reused, and kills those that still run. Uses only built-ins of the
 * shell and `sleep`.
 */
const SCRIPT = `
pids=
without() { rest=; for each in $pids; do [ "$each" = "$1" ] || rest="$rest $each"; done; pids=$rest; }
while read -r sign pid; do
  if [ "$sign" = + ]; then pids="$pids $pid"; else without "$pid"; fi
done
seconds=0
while [ "$seconds" -lt "$1" ]; do
  for pid in $pids; do kill -0 "$pid" 2>/dev/null || without "$pid"; done
  [ -n "$pids" ] || exit 0
  sleep 1
  seconds=$((seconds + 1))
done
kill -s KILL $pids 2>/dev/null
`;

/**
 * Ends services that outlive this process, however it died. Usually they notice by themselves, when their IPC channel closes, and
 * end in an orderly way; one that is frozen, or too busy to notice, would run on for ever. One small shell watches over all of them.
 */
export class OrphanGuard {
  private readonly guard: ChildProcess;

  constructor(graceSeconds = GRACE_SECONDS) {
    // A session of its own: neither Ctrl-C nor a closing terminal may end the guard before its time.
    this.guard = spawn('/bin/sh', ['-c', SCRIPT, 'guard', String(graceSeconds)], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      cwd: '/',
    });
    this.guard.on('error', () => {});
    this.guard.stdin?.on('error', () => {});
    this.guard.unref();
    // The pipe alone must not keep a test process from ending.
    (this.guard.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  }

  watch(pid: number): void {
    this.guard.stdin?.write(`+ ${pid}\n`);
  }

  /** It has ended. */
  forget(pid: number): void {
    this.guard.stdin?.write(`- ${pid}\n`);
  }

  /** Nothing is left to be watched over. */
  close(): void {
    this.guard.kill('SIGKILL');
    this.guard.stdin?.destroy();
  }
}
