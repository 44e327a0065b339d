import { badRequest } from '../../errors/api-errors.js';
import { type Class, type DescribedField, fieldsOf } from '../described-class.js';
import type { Wire } from '../names.js';
import { missingKey, notA } from '../parameter-errors.js';
import { type FieldType, problemOfMember } from './field-type.js';

/* Objects of described classes in code: their validation, and their form on the wire. */

/** Whether a value is a JSON object: neither null nor a list. */
export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const validators = new WeakMap<object, FieldType['problemOf']>();

/** The validator of a class: returns the error of a value that should be its object; undefined if it is valid. */
export function validatorOf(target: Class): FieldType['problemOf'] {
  let validator = validators.get(target);
  if (validator === undefined) {
    let fields: readonly DescribedField[] | undefined;
    validator = (value, name) => {
      if (!isPlainObject(value)) return notA('a dict', name).message;
      // Not before the first value: classes that are built from another description get their fields later.
      fields ??= fieldsOf(target);
      return problemIn(fields, value, name);
    };
    validators.set(target, validator);
  }
  return validator;
}

function problemIn(fields: readonly DescribedField[], value: Record<string, unknown>, name: string) {
  for (const { property, type, required } of fields) {
    const member = value[property];
    if (member === undefined && !required) continue;
    const problem =
      member === undefined ? missingKey(property, name).message : problemOfMember(type, member, name, property);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Returns a valid object of the class in code. Throws a BAD_REQUEST that names the invalid field. */
export function validated<Value extends object>(target: Class<Value>, value: unknown): Value {
  const problem = validatorOf(target)(value, target.name);
  if (problem !== undefined) throw badRequest(problem);
  return value as Value;
}

/** Converts an object in code to its form on the wire. */
export type Writer<Value> = (value: Value) => Readonly<Record<string, unknown>>;

const writers = new WeakMap<object, Writer<never>>();

/** The writer of a class. It omits `undefined` members and those that the class does not describe. */
export function writerOf<Value extends object>(target: Class<Value>): Writer<Value> {
  let writer = writers.get(target) as Writer<Value> | undefined;
  if (writer === undefined) {
    let fields: readonly DescribedField[] | undefined;
    writer = (value) => {
      const written: Record<string, unknown> = {};
      fields ??= fieldsOf(target);
      for (const { wireName, property, type } of fields) {
        const member = (value as Record<string, unknown>)[property];
        if (member !== undefined) written[wireName] = type.toWire === undefined ? member : type.toWire(member);
      }
      return written;
    };
    writers.set(target, writer);
  }
  return writer;
}

/** One member of an object of the class as JSON text. `value` is JSON text. */
export const memberText = <Described extends object>(name: keyof Wire<Described> & string, value: string): string =>
  `"${name}":${value}`;
