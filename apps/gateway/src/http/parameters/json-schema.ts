/** A JSON Schema (2020-12) as it goes into the OpenAPI document. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}
