import { notJson, tooDeep } from '../parameter-errors.js';

/** Nesting of arrays and objects in a parameter. */
const MAX_JSON_DEPTH = 50;

/** Parses the JSON text of a parameter. Refuses nesting so deep that writing the value would overflow the stack. */
export function parseJson(text: string, name: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw notJson(name);
  }
  if (text.length > 2 * MAX_JSON_DEPTH && isDeeper(value, MAX_JSON_DEPTH)) throw tooDeep(name, MAX_JSON_DEPTH);
  return value;
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1)));
