import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FigureResult } from '../measurement.js';
import { svgOf } from './svg-plot.js';

export interface RunReport {
  /** Markdown: machine, limits, figures. */
  readonly page: string;
  readonly results: ReadonlyMap<string, FigureResult>;
  /** Everything that was measured, for the JSON. */
  readonly raw: object;
}

/** Writes `table.md`, `results.json` and an SVG per curve into a folder. */
export function writeResults(folder: string, { page, results, raw }: RunReport): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'table.md'), page);
  writeFileSync(join(folder, 'results.json'), `${JSON.stringify(raw, null, 2)}\n`);
  for (const { plots = [] } of results.values()) {
    for (const plot of plots) writeFileSync(join(folder, `${plot.name}.svg`), svgOf(plot));
  }
}
