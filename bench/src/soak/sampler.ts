import type { System } from '@chat/tools';
import type { Plot, Series } from '../measurement.js';
import { Percentiles } from '../stats/percentiles.js';
import { childrenOf, residentBytes } from '../system/processes.js';
import type { Overload } from './overload.js';

const EVERY_MS = 2_000;
const MIB = 1024 * 1024;

/** Memory, throughput and latency, sampled every two seconds. */
export class Sampler {
  private readonly series = new Map<string, [number, number][]>();
  private readonly beganAt = performance.now();
  private readonly timer: NodeJS.Timeout;
  private lastAt = performance.now();

  constructor(
    private readonly system: System,
    private readonly overload: Overload,
    private readonly redisBytes: () => Promise<number>,
  ) {
    this.timer = setInterval(() => void this.sample(), EVERY_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  plots(): Plot[] {
    const xLabel = 'seconds';
    return [
      { name: 'memory', title: 'Memory of each process (PSS)', xLabel, yLabel: 'MiB', series: this.of('memory') },
      { name: 'redis', title: 'Data in Redis', xLabel, yLabel: 'MiB', series: this.of('redis') },
      { name: 'throughput', title: 'Sends', xLabel, yLabel: 'per second', series: this.of('throughput') },
      {
        name: 'latency',
        title: 'Latency of accepted and of refused',
        xLabel,
        yLabel: 'ms',
        series: this.of('latency'),
      },
    ];
  }

  /** Of each process: mean memory in the second and in the last quarter of `[0, untilMs]`, in MiB. */
  growth(untilMs: number): { name: string; early: number; late: number }[] {
    const mean = (points: [number, number][], from: number, to: number): number => {
      const values = points.filter(([at]) => at * 1_000 >= from && at * 1_000 < to).map(([, value]) => value);
      return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
    };
    return [...this.series]
      .filter(([key]) => /^(memory|redis)\//.test(key))
      .map(([key, points]) => ({
        name: key.slice(key.indexOf('/') + 1),
        early: mean(points, untilMs / 4, untilMs / 2),
        late: mean(points, (untilMs * 3) / 4, untilMs),
      }));
  }

  /** Maximum of a figure in `[fromMs, untilMs]`. */
  highest(key: string, fromMs: number, untilMs: number): number {
    const values = (this.series.get(key) ?? []).filter(([at]) => at * 1_000 >= fromMs && at * 1_000 < untilMs);
    return Math.max(0, ...values.map(([, value]) => value));
  }

  private of(group: string): Series[] {
    return [...this.series]
      .filter(([key]) => key.startsWith(`${group}/`))
      .map(([key, points]) => ({ label: key.slice(group.length + 1), points }));
  }

  private async sample(): Promise<void> {
    const now = performance.now();
    const at = (now - this.beganAt) / 1_000;
    const seconds = (now - this.lastAt) / 1_000;
    this.lastAt = now;
    const { accepted, refused } = this.overload.takeWindow();
    const put = (key: string, value: number) => {
      const points = this.series.get(key);
      if (points) points.push([at, value]);
      else this.series.set(key, [[at, value]]);
    };
    put('throughput/accepted', accepted.length / seconds);
    put('throughput/refused', refused.length / seconds);
    if (accepted.length > 0) {
      const percentiles = new Percentiles(accepted);
      put('latency/p50', percentiles.at(50));
      put('latency/p99', percentiles.at(99));
      put('latency/max', percentiles.max);
    }
    if (refused.length > 0) put('latency/p99 of refusals', new Percentiles(refused).at(99));
    const children = childrenOf();
    for (const { service, instance, pid } of this.system.list())
      put(`memory/${service}-${instance}`, residentBytes(pid, children) / MIB);
    put('redis/data in Redis', (await this.redisBytes()) / MIB);
  }
}
