import { ApiError } from '../../errors/api-error.js';
import type { JsonSchema } from '../json-schema.js';
import { parseJson } from './parse-json.js';

/** The encoding of a value in a form or query: as it is, as JSON text, or as JSON text with optional quotes. */
export type Encoding = 'plain' | 'json' | 'json-or-plain';

/** A kind of value: its schema, reading and writing on the wire, and validation in code. Each field of a class has one. */
export interface FieldType<Value = unknown> {
  /** For tools that enumerate fields: `text`, `integer`, `list` … */
  readonly kind: string;
  readonly encoding: Encoding;
  readonly schema: JsonSchema;
  /** Reads the text of a form field, query parameter or path segment. Throws an `ApiError` that names `name`. */
  read(text: string, name: string): Value;
  /** Reads every value of a form field that may be repeated. Absent if only the last value counts. */
  readAll?(texts: readonly string[], name: string): Value;
  /** Reads a value that was parsed from JSON on the wire. Throws an `ApiError` that names `name`. */
  check(value: unknown, name: string): Value;
  /** The error of a value in code; undefined if it is valid. */
  problemOf(value: unknown, name: string): string | undefined;
  /** Converts a value in code to its form on the wire. Absent if both are equal. */
  toWire?(value: Value): unknown;
}

/** The value in code of a field type. */
export type ValueOf<Type> = Type extends FieldType<infer Value> ? Value : never;

/** `problemOf` of types with equal values on the wire and in code: the error of `check`. */
export const problemByCheck =
  (check: (value: unknown, name: string) => unknown): FieldType['problemOf'] =>
  (value, name) => {
    try {
      check(value, name);
      return undefined;
    } catch (error) {
      if (error instanceof ApiError) return error.message;
      throw error;
    }
  };

/** The error of a member. Names only invalid members, since a name costs more than most checks. */
export const problemOfMember = (type: FieldType, member: unknown, name: string, key: string | number) =>
  type.problemOf(member, name) === undefined
    ? undefined
    : type.problemOf(member, `${name}[${typeof key === 'number' ? key : `"${key}"`}]`);

/** A type with equal values on the wire and in code that are not encoded in forms. */
export function plainType<Value>(
  parts: Pick<FieldType<Value>, 'kind' | 'schema' | 'read' | 'check'>,
): FieldType<Value> {
  return { ...parts, encoding: 'plain', problemOf: problemByCheck(parts.check) };
}

/** A type with values that are JSON text in a form or query. */
export function jsonType<Value>(parts: Omit<FieldType<Value>, 'encoding' | 'read'>): FieldType<Value> {
  return { ...parts, encoding: 'json', read: (text, name) => parts.check(parseJson(text, name), name) };
}

/** Any JSON value, for values that the service validates. */
export const anyValue = jsonType<unknown>({
  kind: 'any value',
  schema: {},
  check: (value) => value,
  problemOf: () => undefined,
});

/** The same values, and JSON `null`. */
export function orNull<Value>(type: FieldType<Value>): FieldType<Value | null> {
  const check = (value: unknown, name: string) => (value === null ? null : type.check(value, name));
  const toWire = type.toWire?.bind(type);
  return {
    ...type,
    encoding: 'json',
    schema: { anyOf: [type.schema, { type: 'null' }] },
    check,
    read: (text, name) => check(parseJson(text, name), name),
    problemOf: (value, name) => (value === null ? undefined : type.problemOf(value, name)),
    ...(toWire && { toWire: (value: Value | null) => (value === null ? null : toWire(value)) }),
  };
}

/** Adds a check, which throws an `ApiError` that names the parameter `name`. It runs after the check of `type`. */
export function refined<Value>(type: FieldType<Value>, check: (value: Value, name: string) => void): FieldType<Value> {
  const checked = (value: Value, name: string): Value => {
    check(value, name);
    return value;
  };
  const problem = problemByCheck((value, name) => check(value as Value, name));
  return {
    ...type,
    check: (value, name) => checked(type.check(value, name), name),
    read: (text, name) => checked(type.read(text, name), name),
    problemOf: (value, name) => type.problemOf(value, name) ?? problem(value, name),
  };
}

/** Converts the value on the wire to another one in code. By default `problemOf` accepts every value. */
export function mapped<From, To>(
  type: FieldType<From>,
  convert: (value: From, name: string) => To,
  problemOf: FieldType['problemOf'] = () => undefined,
): FieldType<To> {
  return {
    kind: type.kind,
    encoding: type.encoding,
    schema: type.schema,
    check: (value, name) => convert(type.check(value, name), name),
    read: (text, name) => convert(type.read(text, name), name),
    problemOf,
  };
}
