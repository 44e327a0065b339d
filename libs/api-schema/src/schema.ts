/** A JSON Schema (2020-12). */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** Fields of an object by their names on the wire; `name?` may be absent. */
export type Fields = Readonly<Record<string, JsonSchema>>;

export const string: JsonSchema = { type: 'string' };
export const integer: JsonSchema = { type: 'integer' };
export const number: JsonSchema = { type: 'number' };
export const boolean: JsonSchema = { type: 'boolean' };
export const nothing: JsonSchema = { type: 'null' };
/** Seconds since the epoch, UTC. */
export const timestamp: JsonSchema = { type: 'integer', minimum: 0 };
export const id: JsonSchema = { type: 'integer', minimum: 0 };
/** ISO 8601 with an offset. */
export const dateTime: JsonSchema = {
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})$',
};

export const array = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
export const tuple = (...items: JsonSchema[]): JsonSchema => ({
  type: 'array',
  prefixItems: items,
  minItems: items.length,
  maxItems: items.length,
});
export const constant = (value: string | number | boolean): JsonSchema => ({ const: value });
export const oneOf = (...values: (string | number)[]): JsonSchema => ({ enum: values });
export const anyOf = (...schemas: JsonSchema[]): JsonSchema => ({ anyOf: schemas });
export const nullable = (schema: JsonSchema): JsonSchema => anyOf(schema, nothing);
/** An object whose keys are ids or other values. */
export const mapOf = (values: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties: values });
/** A shared definition; see `definitions/`. */
export const ref = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });

export const deprecated = (schema: JsonSchema): JsonSchema => ({ ...schema, deprecated: true });
export const about = (schema: JsonSchema, description: string): JsonSchema => ({ ...schema, description });

/** An object with at least these fields: what a server adds, a client ignores. */
export function object(fields: Fields): JsonSchema {
  const entries = Object.entries(fields);
  const required = entries.map(([name]) => name).filter((name) => !name.endsWith('?'));
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, schema]) => [name.replace(/\?$/, ''), schema])),
    ...(required.length > 0 && { required }),
  };
}

/** The same fields, none of them required. */
export const optional = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name.replace(/\??$/, '?'), schema]));

/** The fields but those named. */
export const without = (fields: Fields, ...names: string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name.replace(/\?$/, ''))));
