import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder, startPostgres, startRedis } from '@chat/tools';
import type { LimitName } from '../measurement.js';
import { bareHttp, bareNode } from './bare-http.js';
import { oneRowCommits } from './one-row-commits.js';
import { redisPublish, redisRpush } from './redis-commands.js';

/** Where PostgreSQL and Redis are, as URLs with their passwords. */
export interface Servers {
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

/** Duration of the measurement in milliseconds. */
export interface Spell {
  readonly warmUpMs: number;
  readonly durationMs: number;
}

/** A maximum of this machine, with the load generator on it; figures are compared with it. */
export interface Limit {
  readonly name: LimitName;
  readonly title: string;
  /** The same on the machine of the goals, per second, where it is known. */
  readonly onGoalsMachine?: number;
  /** Per second. */
  measure(servers: Servers, spell: Spell): Promise<number>;
}

export const LIMITS: readonly Limit[] = [bareNode, bareHttp, oneRowCommits, redisRpush, redisPublish];

const SPELL = { warmUpMs: 1_000, durationMs: 1_500 };

export type MeasuredLimits = Readonly<Record<LimitName, number>>;

/** All limits, one after the other, while nothing else runs here. */
export async function measureLimits(servers: Servers): Promise<MeasuredLimits> {
  const measured: Partial<Record<LimitName, number>> = {};
  for (const limit of LIMITS) measured[limit.name] = await limit.measure(servers, SPELL);
  return measured as MeasuredLimits;
}

const SHORT_SPELL = { warmUpMs: 500, durationMs: 700 };

/**
 * Present speed of this machine, as a share of the machine of the goals: the geometric mean over the limits that are known of both. The
 * speed of a rented machine may double within minutes, so it is measured for each figure.
 */
export async function machineSpeed(servers: Servers): Promise<number> {
  let product = 1;
  let factors = 0;
  for (const { onGoalsMachine, measure } of LIMITS) {
    if (onGoalsMachine === undefined) continue;
    product *= (await measure(servers, SHORT_SPELL)) / onGoalsMachine;
    factors++;
  }
  return product ** (1 / factors);
}

/** Starts a PostgreSQL and a Redis for the limits alone, with the system's settings. */
export async function startLimitServers(): Promise<Servers & { stop(): Promise<void> }> {
  const folder = makeTemporaryFolder('chat-bench-limits-');
  const postgres = await startPostgres({ folder: join(folder, 'postgres'), isDurable: true });
  const redis = await startRedis({ folder: join(folder, 'redis'), isDurable: true });
  return {
    databaseUrl: postgres.adminUrl,
    redisUrl: redis.url,
    stop: async () => {
      await redis.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
