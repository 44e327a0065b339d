import type { LossWatch } from './loss-watch.js';
import type { Stage, StageKind } from './stage.js';
import type { Team } from './team.js';

/** Goal for the time from the first connection to other data until the services notice them. Reported, not checked. */
export const NOTICE_GOAL_MS = 2_000;

/** Queues that may end: none, only those that received something that was lost, or all of the organization. */
export type EndingQueues = 'none' | 'busy' | 'all';

/** The work during a failure. */
export interface Run {
  readonly team: Team;
  /** Undefined if no queue may end. */
  readonly loss: LossWatch | undefined;
}

/** A failure of a server, by name. */
export interface Scenario {
  readonly name: string;
  /** For a table. */
  readonly title: string;
  readonly stage: StageKind;
  /** The server instead of the usual Redis. */
  readonly server?: 'Valkey 8' | 'Redis 8';
  /** Whether `npm test` runs it. */
  readonly isShort?: boolean;
  readonly mayEnd: EndingQueues;
  /** Whether PostgreSQL loses acknowledged writes. */
  readonly losesWrites?: boolean;
  /** Goal for the time from the end of `happen` to the next success. Reported, not checked. */
  readonly goalMs: number;
  /** Resolves when a server accepts writes at the address again, or would on a new connection; with Sentinels, when they declare the death. */
  happen(stage: Stage, run: Run): Promise<void>;
  /** Happens when the services have recovered. */
  afterwards?(stage: Stage): Promise<void>;
}
