import type { Plot, Series } from '../measurement.js';

/** Percentiles of one set of samples. */
export class Percentiles {
  private readonly sorted: Float64Array;

  constructor(samples: Iterable<number>) {
    this.sorted = Float64Array.from(samples).sort();
  }

  /** In ascending order. */
  get samples(): Iterable<number> {
    return this.sorted;
  }

  get count(): number {
    return this.sorted.length;
  }

  /** NaN without samples. */
  at(percent: number): number {
    if (this.sorted.length === 0) return Number.NaN;
    const rank = Math.ceil((percent / 100) * this.sorted.length) - 1;
    return this.sorted[Math.max(0, rank)] as number;
  }

  get max(): number {
    return this.at(100);
  }

  /** The distribution as a curve: percent to value. */
  curve(label: string): Series {
    const percents = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 98, 99, 99.5, 99.9, 100];
    return { label, points: percents.map((percent) => [percent, this.at(percent)] as const) };
  }
}

export const median = (samples: Iterable<number>): number => new Percentiles(samples).at(50);

export function latencyPlot(name: string, title: string, xLabel: string, series: readonly Series[]): Plot {
  return { name, title, xLabel, yLabel: 'ms', series };
}
