import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A line that `fixtures/record-contracts.mjs` wrote. */
type RecordedLine =
  | {
      readonly kind: 'request';
      readonly pattern: string;
      readonly i: number;
      readonly r: string;
      readonly body: unknown;
    }
  | { readonly kind: 'reply'; readonly i: number; readonly r: string; readonly body: unknown }
  | { readonly kind: 'event'; readonly type: string; readonly body: unknown };

/** Maximum number of samples of different shape of one request, reply or event. */
const MAX_SAMPLES = 4;
const MAX_ITEMS = 3;
/** Longer lists are shortened; shorter ones may be tuples. */
const MAX_TUPLE = 8;
const MAX_TEXT = 400;
const SECRET = /password|api_?key|secret|token/i;

export interface CollectedSamples {
  readonly requests: ReadonlyMap<string, { readonly samples: unknown[]; readonly replies: unknown[] }>;
  readonly events: ReadonlyMap<string, unknown[]>;
}

/** Reads the records of services in `folder`: samples of different shapes for each request, reply and event. */
export function collectSamples(folder: string): CollectedSamples {
  const samples = new Shapes();
  const replies = new Shapes();
  const events = new Shapes();
  const lines = readdirSync(folder)
    .sort()
    .flatMap((name) => linesOf(join(folder, name)));
  const patterns = new Map<string, string>();
  for (const line of lines) {
    if (line.kind !== 'request') continue;
    patterns.set(`${line.r} ${line.i}`, line.pattern);
    samples.add(line.pattern, line.body);
  }
  for (const line of lines) {
    const pattern = line.kind === 'reply' ? patterns.get(`${line.r} ${line.i}`) : undefined;
    if (pattern !== undefined) replies.add(pattern, line.body);
    if (line.kind === 'event') events.add(line.type, line.body);
  }
  const requests = new Map(
    [...samples.byName].map(([pattern, bodies]) => [
      pattern,
      { samples: [...bodies.values()], replies: [...(replies.byName.get(pattern)?.values() ?? [])] },
    ]),
  );
  return { requests, events: new Map([...events.byName].map(([type, bodies]) => [type, [...bodies.values()]])) };
}

/** Keeps one of each shape, the first ones. */
class Shapes {
  readonly byName = new Map<string, Map<string, unknown>>();

  add(name: string, body: unknown): void {
    const shapes = this.byName.get(name) ?? new Map<string, unknown>();
    this.byName.set(name, shapes);
    const small = shortened(body);
    const shape = shapeOf(small);
    if (shapes.size < MAX_SAMPLES && !shapes.has(shape)) shapes.set(shape, small);
  }
}

function linesOf(path: string): RecordedLine[] {
  const texts = readFileSync(path, 'utf8').split('\n');
  // The last one may have been cut by the end of its process.
  return texts.flatMap((text) => {
    try {
      return [JSON.parse(text) as RecordedLine];
    } catch {
      return [];
    }
  });
}

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].sort().join()}]`;
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  const entries = Object.entries(value).map(([name, child]) => `${name}:${shapeOf(child)}`);
  return `{${entries.sort().join()}}`;
}

/** The same shape in a storable size, without secrets. */
function shortened(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return SECRET.test(name) ? 'x'.repeat(32) : value.slice(0, MAX_TEXT);
  if (Array.isArray(value)) {
    const kept = value.length > MAX_TUPLE ? value.slice(0, MAX_ITEMS) : value;
    return kept.map((item) => shortened(item, name));
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const isDictionary = entries.length > MAX_ITEMS && entries.every(([key]) => /^\d+$/.test(key));
  const kept = isDictionary ? entries.slice(0, MAX_ITEMS) : entries;
  return Object.fromEntries(kept.map(([key, child]) => [key, shortened(child, key)]));
}
