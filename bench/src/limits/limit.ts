import type { System } from '@chat/tools';
import type { LimitName } from '../measurement.js';

/** Something this machine can do at most, with the load generator on it: what our figures are compared with. */
export interface Limit {
  readonly name: LimitName;
  readonly title: string;
  /** Per second. */
  measure(system: System): Promise<number>;
}
