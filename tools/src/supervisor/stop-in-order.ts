import type { SupervisedProcess } from '../processes/supervised-process.js';

/** What each group gets to end by itself before SIGKILL. One after the other they stay below ten seconds. */
const GRACE_MS = { entrances: 4_000, services: 3_000, servers: 2_500 };

/** What PostgreSQL and Redis are called among the processes. */
export function isServer(service: string): boolean {
  return service === 'postgres' || service === 'redis';
}

/**
 * Stops all processes within ten seconds: first the entrances, so that nothing new comes in, then the services, which
 * finish what they have begun, then Redis and PostgreSQL. From the beginning nothing is started again.
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
