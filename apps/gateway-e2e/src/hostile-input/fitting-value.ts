import type { ApiOperation, ApiParameter, Schema } from '../support/api-description.js';

/** Valid values of parameters for the existing objects, by parameter name, or by `POST /path name` for exceptions. */
export type KnownValues = Readonly<Record<string, string>>;

/** The text of a value that `operation` should take for `parameter`. */
export function fittingText(operation: ApiOperation, { name, schema }: ApiParameter, known: KnownValues): string {
  const value = known[`${operation.name} ${name}`] ?? known[name];
  if (value !== undefined) return value;
  const made = fittingValue(schema);
  return typeof made === 'string' ? made : JSON.stringify(made);
}

/** Some value that a schema allows. */
export function fittingValue(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return fittingValue(schema.anyOf[0] as Schema);
  switch (schema.type) {
    case 'integer':
      return Math.max(schema.minimum ?? 1, Math.min(1, schema.maximum ?? 1));
    case 'boolean':
      return true;
    case 'array':
      return schema.prefixItems ? schema.prefixItems.map(fittingValue) : [fittingValue(schema.items ?? {})];
    case 'object': {
      if (!schema.properties) return {};
      return Object.fromEntries(
        Object.entries(schema.properties).map(([name, member]) => [name, fittingValue(member)]),
      );
    }
    default:
      return 'text';
  }
}

/** Whether the parameter is a document: its text is JSON with something inside. */
export const isDocument = ({ schema }: ApiParameter): boolean =>
  (schema.anyOf ?? [schema]).some(({ type }) => type === 'array' || type === 'object');

/** Copies of a JSON document, each with one place replaced by one of `members`, or left out. */
export function* withOnePlaceReplaced(document: unknown, members: readonly unknown[]): Generator<unknown> {
  if (Array.isArray(document)) {
    for (const [index, item] of document.entries()) {
      yield document.toSpliced(index, 1);
      yield [...document, ...document];
      for (const member of members) yield document.with(index, member);
      for (const changed of withOnePlaceReplaced(item, members)) yield document.with(index, changed);
    }
  } else if (typeof document === 'object' && document !== null) {
    for (const [name, item] of Object.entries(document)) {
      const { [name as never]: _, ...others } = document as Record<string, unknown>;
      yield others;
      for (const member of members) yield { ...others, [name]: member };
      for (const changed of withOnePlaceReplaced(item, members)) yield { ...others, [name]: changed };
    }
    yield JSON.parse(`{"__proto__":{"a":1},${JSON.stringify(document).slice(1)}`.replace(',}', '}'));
    yield { ...document, constructor: 1, toString: 2, odd_key: 3 };
  }
}
