import { ApiError } from '../../errors/api-error.js';
import type { JsonSchema } from '../json-schema.js';
import { notJson, tooDeep } from '../parameter-errors.js';

/** How a value stands in a form or query: as it is, as JSON text, or as JSON text that may also be left unquoted. */
export type Encoding = 'plain' | 'json' | 'json-or-plain';

/**
 * One kind of value: its schema, how it is read from the wire, how it is written to the wire, and what a correct value in
 * code is. A field of a class has one (see `fields.ts`).
 */
export interface FieldType<Value = unknown> {
  /** For tools that enumerate fields: `text`, `integer`, `list` … */
  readonly kind: string;
  readonly encoding: Encoding;
  readonly schema: JsonSchema;
  /** Reads the text of a form field, query parameter or path segment. Throws an `ApiError` that names `name`. */
  read(text: string, name: string): Value;
  /** Reads a value that was parsed from JSON on the wire. Throws an `ApiError` that names `name`. */
  check(value: unknown, name: string): Value;
  /** What is wrong with a value in code; undefined if it is correct. */
  problemOf(value: unknown, name: string): string | undefined;
  /** Writes a value in code as it stands on the wire. Absent where both are the same. */
  toWire?(value: Value): unknown;
}

/** The value in code of a field type. */
export type ValueOf<Type> = Type extends FieldType<infer Value> ? Value : never;

/** `problemOf` of a type whose values are the same on the wire and in code: what `check` objects to. */
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

/** What is wrong with a member of a list or object. Names only a wrong member: making the name costs more than most checks. */
export const problemOfMember = (type: FieldType, member: unknown, name: string, key: string | number) =>
  type.problemOf(member, name) === undefined
    ? undefined
    : type.problemOf(member, `${name}[${typeof key === 'number' ? key : `"${key}"`}]`);

/** A type whose values are the same on the wire and in code, and stand in a form as they are. */
export function plainType<Value>(
  parts: Pick<FieldType<Value>, 'kind' | 'schema' | 'read' | 'check'>,
): FieldType<Value> {
  return { ...parts, encoding: 'plain', problemOf: problemByCheck(parts.check) };
}

/** A type whose values are JSON text in a form or query. */
export function jsonType<Value>(parts: Omit<FieldType<Value>, 'encoding' | 'read'>): FieldType<Value> {
  return { ...parts, encoding: 'json', read: (text, name) => parts.check(parseJson(text, name), name) };
}

/** Any JSON value. For values that a service checks by itself. */
export const anyValue = jsonType<unknown>({
  kind: 'any value',
  schema: {},
  check: (value) => value,
  problemOf: () => undefined,
});

/** A further check; it throws an `ApiError` that names `name`. */
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

/** Another value in code than the one on the wire. `problemOf` checks the value in code; by default every value is correct. */
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

/** JSON `null` is a value of its own. */
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

/** How deep arrays and objects in a parameter may be nested. No parameter needs more than a few. */
const MAX_JSON_DEPTH = 50;

/** Parses a parameter's JSON text. Refuses nesting so deep that writing the value again would overflow the stack. */
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
