import type { System } from '@chat/tools';
import type { LimitName } from '../measurement.js';
import { bareHttp } from './bare-http.js';
import type { Limit } from './limit.js';
import { oneRowCommits } from './one-row-commits.js';
import { redisPublish, redisRpush } from './redis-commands.js';

export const LIMITS: readonly Limit[] = [bareHttp, oneRowCommits, redisRpush, redisPublish];

export type MeasuredLimits = Readonly<Record<LimitName, number>>;

/** All limits, one after the other, while nothing else runs here. */
export async function measureLimits(system: System): Promise<MeasuredLimits> {
  const measured: Partial<Record<LimitName, number>> = {};
  for (const limit of LIMITS) measured[limit.name] = await limit.measure(system);
  return measured as MeasuredLimits;
}
