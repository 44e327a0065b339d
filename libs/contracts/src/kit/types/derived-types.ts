import { type FieldType, problemByCheck } from './field-type.js';

/** Adds a check that throws an `ApiError` naming `name`. */
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
