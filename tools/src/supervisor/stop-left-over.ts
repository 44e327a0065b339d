import { isSameProcess } from '../../bootstrap/process-identity.mjs';
import { type RecordedProcess, readLeftOver } from './processes-file.js';
import { isServer } from './stop-in-order.js';

const GRACE_MS = 8_000;
const POLL_MS = 50;

/**
 * Stops what a killed launcher left running in this folder: services first, then PostgreSQL and Redis, so that they
 * can finish. Processes are recognized by pid and start time: a stranger with a reused pid is never touched.
 * Returns how many were found.
 */
export async function stopLeftOver(recordPath: string): Promise<number> {
  const found = readLeftOver(recordPath);
  await stopAll(found.filter(({ service }) => !isServer(service)));
  await stopAll(found.filter(({ service }) => isServer(service)));
  return found.length;
}

async function stopAll(processes: RecordedProcess[]): Promise<void> {
  for (const recorded of processes) signal(recorded, recorded.stopSignal);
  const deadline = Date.now() + GRACE_MS;
  while (processes.some(isSameProcess)) {
    if (Date.now() > deadline) for (const recorded of processes) signal(recorded, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function signal(recorded: RecordedProcess, name: NodeJS.Signals): void {
  if (!isSameProcess(recorded)) return;
  try {
    process.kill(recorded.pid, name);
    // A frozen process would not hear the signal.
    if (name !== 'SIGKILL') process.kill(recorded.pid, 'SIGCONT');
  } catch {
    // It ended in between.
  }
}
