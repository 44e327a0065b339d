import type { Stage, StageKind } from './stage.js';

/** Queues that may end: none, only those that received something that was lost, or all of the organization. */
export type EndingQueues = 'none' | 'busy' | 'all';

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
  happen(stage: Stage): Promise<void>;
  /** Happens when the services have recovered. */
  afterwards?(stage: Stage): Promise<void>;
}
