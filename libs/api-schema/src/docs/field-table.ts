import type { JsonSchema } from '../schema.js';
import { wordsFor } from './schema-words.js';

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** A Markdown table of an object's fields, members of inner objects under `outer.inner`. */
export function fieldTable(schema: JsonSchema, leftOut: readonly string[] = []): string {
  const rows = rowsOf(schema, '', leftOut);
  return rows.length === 0 ? 'No further fields.' : ['| Field | Type | |', '|---|---|---|', ...rows].join('\n');
}

function rowsOf(schema: JsonSchema, prefix: string, leftOut: readonly string[]): string[] {
  const { properties = {}, required = [] } = schema as ObjectSchema;
  return Object.entries(properties)
    .filter(([name]) => !leftOut.includes(name))
    .flatMap(([name, field]) => [
      row(`${prefix}${name}`, field, required.includes(name)),
      ...membersOf(field).flatMap(([suffix, inner]) => rowsOf(inner, `${prefix}${name}${suffix}.`, [])),
    ]);
}

function row(name: string, field: JsonSchema, isRequired: boolean): string {
  const notes = [
    ...(isRequired ? [] : ['Optional.']),
    ...(field['deprecated'] ? ['Deprecated.'] : []),
    ...(typeof field['description'] === 'string' ? [field['description']] : []),
  ];
  return `| \`${name}\` | ${wordsFor(field)} | ${notes.join(' ')} |`;
}

/** The objects written out inside a field: itself, the items of a list, the values of a map. */
function membersOf(field: JsonSchema): [suffix: string, schema: JsonSchema][] {
  const { items, additionalProperties } = field as { items?: JsonSchema; additionalProperties?: JsonSchema };
  const inner: [string, JsonSchema | undefined][] = [
    ['', field],
    ['[]', items],
    ['{}', additionalProperties],
  ];
  return inner.filter((each): each is [string, JsonSchema] => each[1]?.['properties'] !== undefined);
}
