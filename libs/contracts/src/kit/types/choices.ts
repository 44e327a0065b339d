import { ApiError } from '../../errors/api-error.js';
import type { JsonSchema } from '../json-schema.js';
import { invalidValue, notA } from '../parameter-errors.js';
import { type FieldType, jsonType, plainType, type ValueOf } from './field-type.js';
import { integer } from './numbers.js';
import { parseJson } from './parse-json.js';
import { text } from './text.js';

const BOOL = plainType<boolean>({
  kind: 'boolean',
  schema: { type: 'boolean' },
  read: (text, name) => {
    if (text === 'true') return true;
    if (text === 'false') return false;
    parseJson(text, name);
    throw notA('a boolean', name);
  },
  check: (value, name) => {
    if (typeof value !== 'boolean') throw notA('a boolean', name);
    return value;
  },
});

/** `true` or `false`, exactly so. */
export const bool = (): FieldType<boolean> => BOOL;

export interface OneOfOptions<Value> {
  /** Deprecated names in requests, with the values that they mean. */
  readonly synonyms?: Readonly<Record<string, Value>>;
  /** The error for other values. */
  readonly error?: (name: string) => ApiError;
}

/** One of the strings, sent as it is, or one of the integers. */
export function oneOf<const Value extends string | number>(
  values: readonly Value[],
  { error = invalidValue, synonyms = {} }: OneOfOptions<NoInfer<Value>> = {},
): FieldType<Value> {
  const meanings = new Map<unknown, Value>([
    ...values.map((value) => [value, value] as const),
    ...Object.entries(synonyms),
  ]);
  const base: FieldType<string | number> =
    typeof values[0] === 'number' ? integer() : (text({ controlCharacters: 'allowed' }) as FieldType<string | number>);

  const listed = (value: unknown, name: string): Value => {
    const meant = meanings.get(value);
    if (meant === undefined) throw error(name);
    return meant;
  };
  const type = plainType({
    kind: 'one of',
    schema: { ...base.schema, enum: [...meanings.keys()] },
    read: (raw, name) => listed(base.read(raw, name), name),
    check: (value, name) => listed(base.check(value, name), name),
  });
  return Object.keys(synonyms).length === 0 ? type : { ...type, problemOf: oneOf(values, { error }).problemOf };
}

/** Always the same value. */
export function constant<const Value extends string | number | boolean>(value: Value): FieldType<Value> {
  const check = (given: unknown, name: string): Value => {
    if (given !== value) throw invalidValue(name);
    return value;
  };
  return plainType({
    kind: 'constant',
    schema: { const: value },
    check,
    read: (raw, name) => check(typeof value === 'string' ? raw : parseJson(raw, name), name),
  });
}

interface AnyOfOptions<Unfit = never> {
  /** Reads text that is not JSON as a string: `to=design` equals `to="design"`. */
  readonly orPlainText?: boolean;
  /** The value for input that fits no alternative, if the error depends on other parameters. */
  readonly unfit?: Unfit;
  /** Names the expected value in the error. */
  readonly what?: string;
}

/** A JSON value of the first type that accepts it. */
export function anyOf<const Alternatives extends readonly FieldType[], Unfit = never>(
  alternatives: Alternatives,
  { orPlainText = false, unfit, what = 'an allowed_type' }: AnyOfOptions<Unfit> = {},
): FieldType<ValueOf<Alternatives[number]> | Unfit> {
  type Value = ValueOf<Alternatives[number]> | Unfit;
  const types = alternatives as unknown as readonly FieldType[];

  const check = (value: unknown, name: string): Value => {
    for (const type of types) {
      if (!mayFit(value, type.schema)) continue;
      try {
        return type.check(value, name) as Value;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
    }
    if (unfit !== undefined) return unfit;
    throw notA(what, name);
  };
  const typeOf = (value: unknown) =>
    types.find((type) => mayFit(value, type.schema) && type.problemOf(value, '') === undefined);
  const base = jsonType<Value>({
    kind: 'any of',
    schema: { anyOf: types.map(({ schema }) => schema) },
    check,
    problemOf: (value, name) => {
      if (unfit !== undefined && value === unfit) return undefined;
      return typeOf(value) === undefined ? notA(what, name).message : undefined;
    },
    ...(types.some(({ toWire }) => toWire !== undefined) && {
      toWire: (value: Value) => {
        const type = typeOf(value);
        return type?.toWire === undefined ? value : type.toWire(value);
      },
    }),
  });
  return orPlainText ? { ...base, encoding: 'json-or-plain', read: (raw, name) => check(jsonOrText(raw), name) } : base;
}

/** Avoids errors that are only caught: constructing one costs as much as reading the request. */
const mayFit = (value: unknown, { type }: JsonSchema): boolean =>
  type === 'string' ? typeof value === 'string' : type !== 'array' || Array.isArray(value);

function jsonOrText(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}
