import type { JsonSchema } from '../schema.js';

/** A schema in words: `integer`, `list of Draft`, `"U" or "G"`, `string or null`. */
export function wordsFor(schema: JsonSchema): string {
  if (typeof schema['$ref'] === 'string') return linkTo(nameIn(schema['$ref']));
  if ('const' in schema) return literal(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].map(literal).join(', ');
  if (Array.isArray(schema['anyOf'])) return alternatives(schema['anyOf']);
  if (Array.isArray(schema['type'])) return schema['type'].join(' or ');
  if (schema['type'] === 'array') return listWords(schema);
  if (schema['type'] === 'object') return objectWords(schema);
  return String(schema['type'] ?? 'anything');
}

/** The definitions that a schema refers to, directly. */
export const namesIn = (schema: JsonSchema): string[] =>
  [...JSON.stringify(schema).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)].map(([, name]) => name as string);

const nameIn = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);
const linkTo = (name: string): string => `[${name}](#${name.toLowerCase()})`;
const literal = (value: unknown): string => `\`${typeof value === 'string' ? `"${value}"` : String(value)}\``;

function alternatives(schemas: readonly JsonSchema[]): string {
  return [...new Set(schemas.map(wordsFor))].join(' or ');
}

function listWords(schema: JsonSchema): string {
  const { prefixItems, items } = schema as { prefixItems?: JsonSchema[]; items?: JsonSchema };
  if (prefixItems) return `list of ${prefixItems.map(wordsFor).join(', ')}`;
  return items === undefined ? 'list' : `list of ${wordsFor(items)}`;
}

function objectWords(schema: JsonSchema): string {
  const { properties, additionalProperties } = schema as {
    properties?: Record<string, JsonSchema>;
    additionalProperties?: JsonSchema;
  };
  if (properties) return 'object';
  return additionalProperties === undefined ? 'object' : `object of ${wordsFor(additionalProperties)}`;
}
