import { collectDefaultMetrics, Registry } from 'prom-client';
import { declaredMetrics } from '../reference/metrics.js';

/** Names of series as Prometheus stores them, each with the labels that it may carry. */
export type ExportedSeries = ReadonlyMap<string, ReadonlySet<string>>;

/** Labels that scraping adds to every series, and each process to its own. */
const COMMON_LABELS = ['job', 'instance', 'service'];
const PARTS_OF_HISTOGRAM = ['_bucket', '_sum', '_count'];

/** Every series that the services export: those declared in their sources, and those of the runtime. */
export async function exportedSeries(root: string): Promise<ExportedSeries> {
  const series = new Map<string, Set<string>>([['up', new Set(['job', 'instance'])]]);
  const add = (name: string, kind: string, labels: readonly string[]): void => {
    const parts = kind.toLowerCase() === 'histogram' ? PARTS_OF_HISTOGRAM.map((part) => name + part) : [name];
    for (const part of parts) series.set(part, new Set([...COMMON_LABELS, ...labels, 'le']));
  };
  for (const { name, kind, labels } of declaredMetrics(root)) add(name, kind, labels);
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const { name, type } of await registry.getMetricsAsJSON()) {
    // The services export their own lag of the event loop instead.
    if (!name.startsWith('nodejs_eventloop_lag')) add(name, String(type), ['kind', 'type']);
  }
  registry.clear();
  return series;
}
