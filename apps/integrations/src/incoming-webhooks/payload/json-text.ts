import { invalidJson } from '@chat/contracts';

const MAX_DEPTH = 64;

/** Reads JSON that a service sends as a field of a form. */
export function parseJsonText(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidJson();
  }
  if (isDeeperThan(value, MAX_DEPTH)) throw invalidJson(`JSON has more than ${MAX_DEPTH} levels`);
  return value;
}

/** Looks at one level at a time, so that a deep value cannot exhaust the call stack. */
function isDeeperThan(value: unknown, levels: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    const containers = level.filter((item): item is object => typeof item === 'object' && item !== null);
    if (containers.length > 0 && depth >= levels) return true;
    level = containers.flatMap((item) => Object.values(item));
  }
  return false;
}
