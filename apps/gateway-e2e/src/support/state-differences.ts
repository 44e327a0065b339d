import { isDeepStrictEqual } from 'node:util';

/** More would hide the first. */
const MAX_DIFFERENCES = 30;
const MAX_TEXT = 400;

/** Where two states differ, each place by its path, as short as it can be read. */
export function stateDifferences(known: unknown, fresh: unknown): string[] {
  return [...differencesAt('', plain(known), plain(fresh))].slice(0, MAX_DIFFERENCES);
}

/** As it would come over the wire: copies made elsewhere are of other classes, though they hold the same. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function* differencesAt(path: string, known: unknown, fresh: unknown): Generator<string> {
  if (isDeepStrictEqual(known, fresh)) return;
  if (Array.isArray(known) && Array.isArray(fresh) && typeof (known[0] ?? fresh[0]) === 'object') {
    yield* differentItems(path, known, fresh);
  } else if (isRecord(known) && isRecord(fresh)) {
    for (const name of new Set([...Object.keys(known), ...Object.keys(fresh)])) {
      yield* differencesAt(`${path}.${name}`, known[name], fresh[name]);
    }
  } else {
    yield `${path}: known ${text(known)}, fresh ${text(fresh)}`;
  }
}

/** Items that only one has; one by one when there are as many. */
function* differentItems(path: string, known: unknown[], fresh: unknown[]): Generator<string> {
  if (known.length === fresh.length) {
    for (const [n, item] of known.entries()) yield* differencesAt(`${path}[${n} ${nameOf(item)}]`, item, fresh[n]);
    return;
  }
  const missing = (from: unknown[], item: unknown) => !from.some((other) => isDeepStrictEqual(item, other));
  for (const item of known) if (missing(fresh, item)) yield `${path}: only known ${text(item)}`;
  for (const item of fresh) if (missing(known, item)) yield `${path}: only fresh ${text(item)}`;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, MAX_TEXT);
const nameOf = (item: unknown): string =>
  isRecord(item) ? String(item['name'] ?? item['full_name'] ?? item['topic_name'] ?? '') : '';
