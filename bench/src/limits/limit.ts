import type { LimitName } from '../measurement.js';

/** Where PostgreSQL and Redis are, as URLs with their passwords. */
export interface Servers {
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

/** How long it is measured, in milliseconds. */
export interface Spell {
  readonly warmUpMs: number;
  readonly durationMs: number;
}

/** Something this machine can do at most, with the load generator on it: what our figures are compared with. */
export interface Limit {
  readonly name: LimitName;
  readonly title: string;
  /** The same of the machine that the goals are for, per second; where it is known. */
  readonly onGoalsMachine?: number;
  /** Per second. */
  measure(servers: Servers, spell: Spell): Promise<number>;
}
