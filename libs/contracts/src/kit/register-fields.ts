import type { Class } from './described-class.js';

/** Fields of the response to POST /register that depend on the same conditions. */
export interface RegisterFieldsDescription {
  /** Present if all of these are among the fetch types; always present if there are none. */
  readonly fetchTypes: readonly string[];
  readonly fields: Class;
}

const described: RegisterFieldsDescription[] = [];

/** Declares fields of the register response. */
export function registerFieldsOf<Fields extends object>(
  fetchTypes: readonly string[],
  fields: Class<Fields>,
): Class<Fields> {
  described.push({ fetchTypes, fields });
  return fields;
}

/** Every field of the register response that the contracts describe. */
export const allRegisterFields = (): readonly RegisterFieldsDescription[] => described;
