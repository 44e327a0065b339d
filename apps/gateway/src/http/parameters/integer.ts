import { badValue } from '@chat/contracts';
import { Parameter, parseJson, type Rule } from './parameter.js';
import { notA, tooBig, tooSmall } from './refusals.js';

/** The greatest id: the greatest whole number that JSON is read to exactly. Columns of ids are `bigint` and hold more. */
export const MAX_ID = Number.MAX_SAFE_INTEGER;

export interface IntegerOptions {
  readonly min?: number;
  readonly max?: number;
}

const INTEGER = /^-?(?:0|[1-9]\d*)$/;

/** A whole number in decimal digits: no sign `+`, no fraction or exponent, no white space. */
export function integer(options: IntegerOptions = {}): Parameter<number> {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = options;

  const check = (value: unknown, name: string): number => {
    if (typeof value !== 'number' || !Number.isInteger(value)) throw notA('an integer', name);
    if (value < min) throw tooSmall(name);
    if (value > max) throw tooBig(name);
    return value + 0; // -0 becomes 0
  };
  const rule: Rule<number> = {
    kind: 'integer',
    encoding: 'plain',
    schema: { type: 'integer', ...range(options) },
    check,
    read: (text, name) => {
      if (INTEGER.test(text)) return check(Number(text), name);
      parseJson(text, name); // tells "not JSON" from "JSON, but no integer"
      throw notA('an integer', name);
    },
  };
  return new Parameter(rule);
}

/** The id of something stored. An id that no row can have is refused here. */
export function id(): Parameter<number> {
  return integer({ min: -MAX_ID, max: MAX_ID });
}

/** Whole UTC seconds since the epoch, up to the end of the year 9999. What was before the epoch is as long past as the epoch. */
export function timestamp(): Parameter<number> {
  return integer({ max: 253_402_300_799 }).map((seconds) => Math.max(seconds, 0));
}

/**
 * A whole number that is not negative and is refused with REQUEST_VARIABLE_INVALID, quoting the value: counts and
 * places in a history.
 */
export function count(options: { readonly max?: number } = {}): Parameter<number> {
  const { max = Number.MAX_SAFE_INTEGER } = options;
  const read = (text: string, name: string): number => {
    const value = INTEGER.test(text) ? Number(text) : Number.NaN;
    if (!(value >= 0 && value <= max)) throw badValue(name, text);
    return value + 0;
  };
  const rule: Rule<number> = {
    kind: 'integer',
    encoding: 'plain',
    schema: { type: 'integer', minimum: 0, ...(options.max !== undefined && { maximum: max }) },
    read,
    check: (value, name) => read(typeof value === 'number' ? String(value) : JSON.stringify(value), name),
  };
  return new Parameter(rule);
}

function range({ min, max }: IntegerOptions) {
  return { ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) };
}
