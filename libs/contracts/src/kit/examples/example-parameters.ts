import { type DescribedField, fieldsOf } from '../described-class.js';
import type { Endpoint } from '../endpoint.js';
import type { JsonSchema } from '../json-schema.js';
import { referencedClasses } from '../types/object.js';
import { writerOf } from '../types/object-in-code.js';
import { EXAMPLE_VALUES, type ExampleValue } from './example-values.js';

/**
 * The parameters in the example of an endpoint, by their names on the wire: the required ones and those that `example` adds. A change
 * without either has its first optional parameter.
 */
export function exampleParameters({
  method,
  path,
  parameters,
  example = {},
}: Endpoint): Readonly<Record<string, ExampleValue>> {
  const given = writerOf(parameters)(example) as Record<string, ExampleValue>;
  const fields = fieldsOf(parameters);
  const needed = fields.filter(({ required, wireName }) => required || wireName in given);
  const isInPath = ({ wireName }: DescribedField): boolean => path.includes(`{${wireName}}`);
  if ((method === 'PATCH' || method === 'POST') && needed.every(isInPath)) {
    needed.push(...fields.filter((field) => !needed.includes(field)).slice(0, 1));
  }
  return Object.fromEntries(
    needed.map(({ wireName, type }) => [wireName, given[wireName] ?? valueFor(wireName, type.schema)]),
  );
}

const VALUES: Readonly<Record<string, ExampleValue>> = EXAMPLE_VALUES;

/** A choice has its first value; other fields have the value of their name, or else one of their type. */
function valueFor(name: string, schema: JsonSchema): ExampleValue {
  const {
    enum: choices,
    anyOf,
    type,
    items,
    $ref,
  } = schema as {
    enum?: readonly ExampleValue[];
    anyOf?: readonly JsonSchema[];
    type?: string;
    items?: JsonSchema;
    $ref?: string;
  };
  if (choices?.[0] !== undefined) return choices[0];
  const known = VALUES[name];
  if (known !== undefined) return known;
  if ($ref !== undefined) return objectOf($ref);
  if (anyOf?.[0] !== undefined) return valueFor(name, anyOf[0]);
  if (type === 'array') return items === undefined ? [] : [valueFor(name, items)];
  if (type === 'boolean') return true;
  return type === 'integer' || type === 'number' ? 1 : name.replaceAll('_', ' ');
}

function objectOf(reference: string): ExampleValue {
  const target = referencedClasses().get(reference.replace('#/$defs/', ''));
  const required = target === undefined ? [] : fieldsOf(target).filter((field) => field.required);
  return Object.fromEntries(required.map(({ wireName, type }) => [wireName, valueFor(wireName, type.schema)]));
}
