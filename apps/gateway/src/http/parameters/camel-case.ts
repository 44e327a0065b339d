import { camelCase as toCamelCase } from '@chat/contracts';

/** `queue_id` becomes `queueId`: names are snake_case on the wire and camelCase in code. */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

export const camelCase = <Name extends string>(name: Name): CamelCase<Name> => toCamelCase(name) as CamelCase<Name>;
