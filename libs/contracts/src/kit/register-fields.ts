import type { Capability } from '../client-capabilities.js';
import type { Class } from './described-class.js';

/** When a client gets fields of the register response, besides by the fetch types. An optional field may also be absent otherwise. */
export interface RegisterFieldsOptions {
  /** Absent for clients that declared the capability: they read a newer field. */
  readonly absentIfCapability?: Capability;
  /** Absent if the client named this newer fetch type. */
  readonly absentIfFetchType?: string;
  /** The form that fields of the same names have for clients that did not declare the capability. */
  readonly without?: Capability;
}

/** Fields of the response to POST /register that depend on the same conditions. */
export interface RegisterFieldsDescription extends RegisterFieldsOptions {
  /** Present if all of these are among the fetch types; always present if there are none. */
  readonly fetchTypes: readonly string[];
  readonly fields: Class;
}

const described: RegisterFieldsDescription[] = [];

/** Declares fields of the register response. */
export function registerFieldsOf<Fields extends object>(
  fetchTypes: readonly string[],
  fields: Class<Fields>,
  options: RegisterFieldsOptions = {},
): Class<Fields> {
  described.push({ fetchTypes, fields, ...options });
  return fields;
}

/** Every field of the register response that the contracts describe. */
export const allRegisterFields = (): readonly RegisterFieldsDescription[] => described;
