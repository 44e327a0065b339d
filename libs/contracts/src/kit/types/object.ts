import { type Class, type DescribedField, fieldsOf } from '../described-class.js';
import type { JsonSchema } from '../json-schema.js';
import { missingKey, unexpectedKeys } from '../parameter-errors.js';
import { plainObject } from './collections.js';
import { type FieldType, jsonType } from './field-type.js';
import { validatorOf, writerOf } from './object-in-code.js';

const strictClasses = new WeakSet<object>();

/** Objects of the class in a request must not have further members. Without it, the kit ignores them. */
export const RefuseUnknownFields = () => (target: Class) => {
  strictClasses.add(target);
};

const schemas = new WeakMap<object, JsonSchema>();

/** The JSON Schema of a class. Classes in its fields stand as references to `#/$defs/<class name>`. */
export function schemaOf(target: Class): JsonSchema {
  const known = schemas.get(target);
  if (known !== undefined) return known;
  const fields = fieldsOf(target);
  const required = fields.filter((field) => field.required).map((field) => field.wireName);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.wireName, describedSchema(field)])),
    ...(required.length > 0 && { required }),
    ...(strictClasses.has(target) && { additionalProperties: false }),
  };
  schemas.set(target, schema);
  return schema;
}

/** The schema of a field with its description and deprecation. */
export const describedSchema = ({ type, description, deprecated, defaultValue }: DescribedField): JsonSchema => ({
  ...type.schema,
  ...(description !== undefined && { description }),
  ...(deprecated && { deprecated }),
  ...(defaultValue !== undefined && { default: defaultValue }),
});

const types = new WeakMap<object, FieldType>();
const namedClasses = new Map<string, Class>();

/** Classes of fields by name: the targets of `#/$defs/<name>`. */
export const referencedClasses = (): ReadonlyMap<string, Class> => namedClasses;

/** Objects of a class: snake_case on the wire, camelCase in code. */
export function objectOf<Value extends object>(target: Class<Value>): FieldType<Value> {
  let type = types.get(target);
  if (type === undefined) {
    const other = namedClasses.get(target.name);
    if (other !== undefined) throw new Error(`Two classes of the contracts are named ${target.name}.`);
    namedClasses.set(target.name, target);
    type = makeObjectType(target);
    types.set(target, type);
  }
  return type as FieldType<Value>;
}

function makeObjectType(target: Class): FieldType {
  let known: ReadonlySet<string> | undefined;
  return jsonType<unknown>({
    kind: 'object',
    schema: { $ref: `#/$defs/${target.name}` },
    check: (value, name) => {
      const given = plainObject(value, name);
      const read: Record<string, unknown> = {};
      for (const { wireName, property, type, required, defaultValue } of fieldsOf(target)) {
        if (Object.hasOwn(given, wireName)) read[property] = type.check(given[wireName], `${name}["${wireName}"]`);
        else if (required) throw missingKey(wireName, name);
        else if (defaultValue !== undefined) read[property] = defaultValue;
      }
      if (strictClasses.has(target)) {
        known ??= new Set(fieldsOf(target).map(({ wireName }) => wireName));
        refuseUnknown(given, known);
      }
      return read;
    },
    problemOf: validatorOf(target),
    toWire: writerOf(target) as (value: unknown) => unknown,
  });
}

function refuseUnknown(given: Record<string, unknown>, known: ReadonlySet<string>): void {
  const others = Object.keys(given).filter((key) => !known.has(key));
  if (others.length > 0) throw unexpectedKeys(others);
}
