import type { FigureResult } from '../measurement.js';
import type { Stage, StageOptions } from '../system/stage.js';

/** The environment of a figure. */
export interface FigureContext {
  /** The system that figures share; started at its first use. */
  stage(): Promise<Stage>;
  /** A system for one figure, which closes it. Closes the shared system first. */
  ownStage(options: Pick<StageOptions, 'scale' | 'preload'>): Promise<Stage>;
  /** Results of figures that ran before in this run, by name. */
  readonly earlier: ReadonlyMap<string, FigureResult>;
}

/** One question about performance, measured in some seconds. */
export interface Figure {
  /** As in `npm run bench -- <name>`. */
  readonly name: string;
  measure(context: FigureContext): Promise<FigureResult>;
}
