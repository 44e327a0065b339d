import type { JsonSchema } from '../json-schema.js';
import { type ShowName, wordsFor } from './schema-words.js';

/** A field in a table of the documentation. */
export interface FieldRow {
  /** With the names of the enclosing objects: `person.user_id`, `streams[].name`, `presence{}.client`. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  readonly description: string;
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** The fields of an object and of its inline objects. Shared definitions appear by name. */
export function fieldRows(schema: JsonSchema, show: ShowName, prefix = ''): FieldRow[] {
  const { properties = {}, required = [] } = schema as ObjectSchema;
  return Object.entries(properties).flatMap(([name, field]) => [
    {
      name: `${prefix}${name}`,
      type: wordsFor(field, show),
      isRequired: required.includes(name),
      isDeprecated: field['deprecated'] === true,
      description: typeof field['description'] === 'string' ? field['description'] : '',
    },
    ...innerObjects(field).flatMap(([suffix, inner]) => fieldRows(inner, show, `${prefix}${name}${suffix}.`)),
  ]);
}

/** The inline objects of a field: itself, list items, map values. */
function innerObjects(field: JsonSchema): [suffix: string, schema: JsonSchema][] {
  const { items, additionalProperties } = field as { items?: JsonSchema; additionalProperties?: JsonSchema };
  const inner: [string, JsonSchema | undefined][] = [
    ['', field],
    ['[]', items],
    ['{}', additionalProperties],
  ];
  return inner.filter((each): each is [string, JsonSchema] => each[1]?.['properties'] !== undefined);
}
