/** A JSON Schema (2020-12). References are to `#/$defs/<class name>`. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}
