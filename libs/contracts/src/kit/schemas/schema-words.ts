import type { JsonSchema } from '../json-schema.js';

export type ShowName = (name: string) => string;

/** A schema in words: `integer`, `list of Draft`, `"U", "G"`, `string or null`. */
export function wordsFor(schema: JsonSchema, show: ShowName): string {
  const words = (inner: JsonSchema): string => wordsFor(inner, show);
  const { $ref, enum: values, anyOf, type } = schema;
  if (typeof $ref === 'string') return show(nameIn($ref));
  if ('const' in schema) return literal(schema['const']);
  if (Array.isArray(values)) return values.map(literal).join(', ');
  if (Array.isArray(anyOf)) return [...new Set((anyOf as JsonSchema[]).map(words))].join(' or ');
  if (Array.isArray(type)) return type.join(' or ');
  if (type === 'array') return listWords(schema, words);
  if (type === 'object') return objectWords(schema, words);
  return String(type ?? 'anything');
}

/** Names of the definitions in a schema. */
export const namesIn = (schema: JsonSchema): string[] =>
  [...JSON.stringify(schema).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)].map(([, name]) => name as string);

const nameIn = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);
const literal = (value: unknown): string => (typeof value === 'string' ? `"${value}"` : String(value));

function listWords(schema: JsonSchema, words: (inner: JsonSchema) => string): string {
  const { prefixItems, items } = schema as { prefixItems?: JsonSchema[]; items?: JsonSchema };
  if (prefixItems) return `list of ${prefixItems.map(words).join(', ')}`;
  return items === undefined ? 'list' : `list of ${words(items)}`;
}

function objectWords(schema: JsonSchema, words: (inner: JsonSchema) => string): string {
  const { properties, additionalProperties } = schema as {
    properties?: Record<string, JsonSchema>;
    additionalProperties?: JsonSchema;
  };
  if (properties || additionalProperties === undefined) return 'object';
  return `object of ${words(additionalProperties)}`;
}
