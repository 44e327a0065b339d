import type { LimitName } from '../measurement.js';
import { bareHttp, bareNode } from './bare-http.js';
import type { Limit, Servers } from './limit.js';
import { oneRowCommits } from './one-row-commits.js';
import { redisPublish, redisRpush } from './redis-commands.js';

export const LIMITS: readonly Limit[] = [bareNode, bareHttp, oneRowCommits, redisRpush, redisPublish];

const SPELL = { warmUpMs: 1_000, durationMs: 1_500 };

export type MeasuredLimits = Readonly<Record<LimitName, number>>;

/** All limits, one after the other, while nothing else runs here. */
export async function measureLimits(servers: Servers): Promise<MeasuredLimits> {
  const measured: Partial<Record<LimitName, number>> = {};
  for (const limit of LIMITS) measured[limit.name] = await limit.measure(servers, SPELL);
  return measured as MeasuredLimits;
}
