import type { JsonSchema } from '../json-schema.js';
import { type ShowName, wordsFor } from './schema-words.js';

/** One field as a reader sees it. */
export interface FieldRow {
  /** With the objects around it: `person.user_id`, `streams[].name`, `presence{}.client`. */
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

/** The fields of an object and of the objects written out inside it; shared definitions are only named. */
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

/** The field itself, the items of a list, the values of a map: where they are objects with fields. */
function innerObjects(field: JsonSchema): [suffix: string, schema: JsonSchema][] {
  const { items, additionalProperties } = field as { items?: JsonSchema; additionalProperties?: JsonSchema };
  const inner: [string, JsonSchema | undefined][] = [
    ['', field],
    ['[]', items],
    ['{}', additionalProperties],
  ];
  return inner.filter((each): each is [string, JsonSchema] => each[1]?.['properties'] !== undefined);
}
