import type { FigureResult } from '../measurement.js';
import type { Stage, StageOptions } from '../system/stage.js';

/** What a figure may use. */
export interface FigureContext {
  /** The system that figures share; started when it is first asked for. */
  stage(): Promise<Stage>;
  /** A system of one figure's own, which closes it; the shared one is closed before. */
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
