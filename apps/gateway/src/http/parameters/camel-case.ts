/** `queue_id` becomes `queueId`: names are snake_case on the wire and camelCase in code. */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

export function camelCase<Name extends string>(name: Name): CamelCase<Name> {
  return name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<Name>;
}
