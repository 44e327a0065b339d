import type { LimitName } from '../measurement.js';

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
