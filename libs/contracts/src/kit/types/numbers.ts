import { badValue } from '../../errors/api-errors.js';
import { notA, tooBig, tooSmall } from '../parameter-errors.js';
import { type FieldType, mapped, plainType } from './field-type.js';
import { parseJson } from './parse-json.js';

/** The greatest integer that JSON parsers read exactly. SQL columns of ids are `bigint` and hold more. */
export const MAX_ID = Number.MAX_SAFE_INTEGER;

export interface IntegerOptions {
  readonly min?: number;
  readonly max?: number;
}

const INTEGER = /^-?(?:0|[1-9]\d*)$/;

/** A whole number in decimal digits, without `+`, fraction, exponent and white space. */
export function integer(options: IntegerOptions = {}): FieldType<number> {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = options;

  const check = (value: unknown, name: string): number => {
    if (typeof value !== 'number' || !Number.isInteger(value)) throw notA('an integer', name);
    if (value < min) throw tooSmall(name);
    if (value > max) throw tooBig(name);
    return value + 0; // -0 becomes 0
  };
  return plainType({
    kind: 'integer',
    schema: { type: 'integer', ...range(options) },
    check,
    read: (text, name) => {
      if (INTEGER.test(text)) return check(Number(text), name);
      parseJson(text, name); // tells "not JSON" from "JSON, but no integer"
      throw notA('an integer', name);
    },
  });
}

const ID: FieldType<number> = {
  ...integer({ min: -MAX_ID, max: MAX_ID }),
  schema: { type: 'integer', minimum: 0 },
};

/** The id of a stored object. Negative ids count as missing objects; ids above `MAX_ID` are refused. */
export const id = (): FieldType<number> => ID;

/** UTC seconds since the epoch, up to the year 9999. Earlier times become the epoch. */
export function timestamp(): FieldType<number> {
  const type = integer({ max: 253_402_300_799 });
  return {
    ...mapped(type, (seconds) => Math.max(seconds, 0), type.problemOf),
    schema: { type: 'integer', minimum: 0 },
  };
}

/** A number with or without a fraction. */
export function number(): FieldType<number> {
  const check = (value: unknown, name: string): number => {
    if (typeof value !== 'number' || !Number.isFinite(value)) throw notA('a number', name);
    return value;
  };
  return plainType({
    kind: 'number',
    schema: { type: 'number' },
    check,
    read: (text, name) => check(Number(text), name),
  });
}

/** A count or position: a whole number from zero. Its error is REQUEST_VARIABLE_INVALID and quotes the value. */
export function count(options: { readonly max?: number } = {}): FieldType<number> {
  const { max = Number.MAX_SAFE_INTEGER } = options;
  const read = (text: string, name: string): number => {
    const value = INTEGER.test(text) ? Number(text) : Number.NaN;
    if (!(value >= 0 && value <= max)) throw badValue(name, text);
    return value + 0;
  };
  return plainType({
    kind: 'integer',
    schema: { type: 'integer', minimum: 0, ...(options.max !== undefined && { maximum: max }) },
    read,
    check: (value, name) => read(typeof value === 'number' ? String(value) : JSON.stringify(value), name),
  });
}

function range({ min, max }: IntegerOptions) {
  return { ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) };
}
