import { isSameProcess } from '../../bootstrap/process-identity.mjs';
import type { SupervisedProcess } from '../processes/supervised-process.js';
import { type RecordedProcess, readLeftOver } from './process-journal.js';

/** Grace of each group before SIGKILL. In sequence they stay below ten seconds. */
const GRACE_MS = { entrances: 4_000, services: 3_000, servers: 2_500 };

/** Whether a process is PostgreSQL or Redis. */
function isServer(service: string): boolean {
  return service === 'postgres' || service === 'redis';
}

/**
 * Stops all processes within ten seconds: first the entrances, so that no new requests arrive, then the services, which
 * finish their work, then Redis and PostgreSQL. From the beginning no process is restarted.
 */
export async function stopInOrder(processes: SupervisedProcess[], entrances: ReadonlySet<string>): Promise<void> {
  for (const supervised of processes) supervised.retire();
  const groupOf = ({ definition: { service } }: SupervisedProcess): keyof typeof GRACE_MS => {
    if (isServer(service)) return 'servers';
    return entrances.has(service) ? 'entrances' : 'services';
  };
  for (const group of ['entrances', 'services', 'servers'] as const) {
    const members = processes.filter((supervised) => groupOf(supervised) === group);
    await Promise.all(members.map((supervised) => supervised.stop(GRACE_MS[group], signalFor(supervised))));
  }
}

/** A process that starts up may not listen to any but its usual signal yet. */
function signalFor({ state, definition }: SupervisedProcess): NodeJS.Signals {
  return state === 'ready' ? (definition.stopAllSignal ?? definition.stopSignal) : definition.stopSignal;
}

const LEFT_OVER_GRACE_MS = 8_000;
const POLL_MS = 50;

/**
 * Stops the processes that a killed launcher left running in this folder: services first, then PostgreSQL and Redis, so
 * that services can finish. Recognizes processes by pid and start time, so another process with a reused pid is safe.
 * Returns the number of processes.
 */
export async function stopLeftOver(recordPath: string): Promise<number> {
  const found = readLeftOver(recordPath);
  await stopAll(found.filter(({ service }) => !isServer(service)));
  await stopAll(found.filter(({ service }) => isServer(service)));
  return found.length;
}

async function stopAll(processes: RecordedProcess[]): Promise<void> {
  for (const recorded of processes) signal(recorded, recorded.stopSignal);
  const deadline = Date.now() + LEFT_OVER_GRACE_MS;
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
