import type { ChildProcess } from 'node:child_process';
import { endGuard, spawnGuard } from '../servers/guard.js';

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
 * Ends services that outlive this process. Usually they notice its death by the end of their IPC channel and exit in an
 * orderly way; a frozen or busy service would run forever. One small shell watches all of them.
 */
export class OrphanGuard {
  private readonly guard: ChildProcess;

  constructor(graceSeconds = GRACE_SECONDS) {
    this.guard = spawnGuard(SCRIPT, String(graceSeconds));
  }

  watch(pid: number): void {
    this.guard.stdin?.write(`+ ${pid}\n`);
  }

  /** Ends the watch of a process that has ended. */
  forget(pid: number): void {
    this.guard.stdin?.write(`- ${pid}\n`);
  }

  /** Ends the guard. Call it once all processes have ended. */
  close(): void {
    endGuard(this.guard);
  }
}
