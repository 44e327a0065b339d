import type { Servers } from './limit.js';
import { LIMITS } from './measure-limits.js';

const SPELL = { warmUpMs: 500, durationMs: 700 };

/**
 * Present speed of this machine, as a share of the machine of the goals: the geometric mean over the limits that are known of both. The
 * speed of a rented machine may double within minutes, so it is measured for each figure.
 */
export async function machineSpeed(servers: Servers): Promise<number> {
  let product = 1;
  let factors = 0;
  for (const { onGoalsMachine, measure } of LIMITS) {
    if (onGoalsMachine === undefined) continue;
    product *= (await measure(servers, SPELL)) / onGoalsMachine;
    factors++;
  }
  return product ** (1 / factors);
}
