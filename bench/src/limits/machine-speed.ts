import type { Servers } from './limit.js';
import { LIMITS } from './measure-limits.js';

const SPELL = { warmUpMs: 500, durationMs: 700 };

/**
 * How fast this machine is just now, as a share of the machine that the goals are for: the geometric mean of what those limits
 * say that are known of both. A rented machine's speed may double within minutes, so each figure is told it anew.
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
