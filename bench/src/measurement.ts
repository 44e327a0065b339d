import type { Stage, StageOptions } from './system/stage.js';

/** A limit of this machine that a figure can be compared with. */
export type LimitName = 'node' | 'http' | 'commits' | 'rpush' | 'publish';

/** A good value on the machine of the goals. */
export type Goal = { readonly atLeast: number } | { readonly atMost: number };

/** One row of the table. */
export interface Measurement {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly goal?: Goal;
  /** The same of the peer, as text: it was measured elsewhere. */
  readonly peer?: string | undefined;
  /** The row also shows `value` divided by this limit. */
  readonly comparedWith?: LimitName;
}

type Comparison = Omit<Measurement, 'what' | 'value' | 'unit'>;

export function row(what: string, value: number, unit: string, comparison: Comparison = {}): Measurement {
  return { what, value, unit, ...comparison };
}

export interface Series {
  readonly label: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** A curve worth looking at; becomes `<name>.svg`. */
export interface Plot {
  readonly name: string;
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly Series[];
}

export interface FigureResult {
  readonly measurements: readonly Measurement[];
  readonly plots?: readonly Plot[];
  /** Further numbers for the JSON: CPU by process, repeats, failures. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * The goal for a machine of another speed (1: the machine of the goals). Rates fall and times grow with the speed; a share of a core is a
 * time per second. Memory, ratios and counts are the same everywhere.
 */
export function goalAt(speed: number, { goal, unit }: { readonly goal: Goal; readonly unit: string }): Goal {
  if ('atLeast' in goal) return unit.endsWith('/s') ? { atLeast: goal.atLeast * speed } : goal;
  return TIMES.has(unit) ? { atMost: goal.atMost / speed } : goal;
}

const TIMES = new Set(['ms', 's', '% of a core']);

export const meetsGoal = (value: number, goal: Goal): boolean =>
  'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;

/** The environment of a figure. */
export interface FigureContext {
  /** The system that figures share; started at its first use. */
  stage(): Promise<Stage>;
  /** A system for one figure, which is closed after the figure. Closes the shared system first. */
  ownStage(options?: Omit<StageOptions, 'root' | 'onProgress'>): Promise<Stage>;
  /** Results of figures that ran before in this run, by name. */
  readonly earlier: ReadonlyMap<string, FigureResult>;
}

/** One question about performance, measured in some seconds. */
export interface Figure {
  /** As in `npm run bench -- <name>`. */
  readonly name: string;
  measure(context: FigureContext): Promise<FigureResult>;
}
