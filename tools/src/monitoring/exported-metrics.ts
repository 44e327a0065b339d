import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectDefaultMetrics, Registry } from 'prom-client';

/** Names of series as Prometheus stores them, each with the labels that it may carry. */
export type ExportedSeries = ReadonlyMap<string, ReadonlySet<string>>;

/** What scraping adds to every series, and what each process adds to its own. */
const COMMON_LABELS = ['job', 'instance', 'service'];
const DECLARATION =
  /new (Counter|Gauge|Histogram)\(\{\s*name: '([^']+)',[\s\S]*?help:[\s\S]*?(?:labelNames: \[([^\]]*)\][\s\S]*?)?\}\)/g;
const PARTS_OF_HISTOGRAM = ['_bucket', '_sum', '_count'];

/** Every series that the services export: those declared in their sources, and those of the runtime. */
export async function exportedSeries(root: string): Promise<ExportedSeries> {
  const series = new Map<string, Set<string>>([['up', new Set(['job', 'instance'])]]);
  const add = (name: string, kind: string, labels: readonly string[]): void => {
    const parts = kind.toLowerCase() === 'histogram' ? PARTS_OF_HISTOGRAM.map((part) => name + part) : [name];
    for (const part of parts) series.set(part, new Set([...COMMON_LABELS, ...labels, 'le']));
  };
  for (const source of sources(root)) {
    for (const [, kind = '', name = '', labels = ''] of source.matchAll(DECLARATION)) {
      add(
        name,
        kind,
        [...labels.matchAll(/'([^']+)'/g)].map(([, label]) => label as string),
      );
    }
  }
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const { name, type } of await registry.getMetricsAsJSON()) {
    // The services have one of their own instead.
    if (!name.startsWith('nodejs_eventloop_lag')) add(name, String(type), ['kind', 'type']);
  }
  registry.clear();
  return series;
}

function* sources(root: string): Generator<string> {
  for (const folder of ['apps', 'libs']) {
    for (const project of readdirSync(join(root, folder))) {
      // A renamed project leaves an empty folder with build results behind.
      const src = join(root, folder, project, 'src');
      if (existsSync(src)) yield* sourcesIn(src);
    }
  }
}

function* sourcesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts') || entry.name.endsWith('.spec.ts')) continue;
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    if (text.includes("'prom-client'")) yield text;
  }
}
