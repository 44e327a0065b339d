import type { Capability } from '../client-capabilities.js';
import type { Class } from './described-class.js';

/** Conditions of register fields besides the fetch types. An optional field may be absent for other reasons, too. */
interface RegisterFieldsOptions {
  /** Absent for clients with the capability: they read a newer field. */
  readonly absentIfCapability?: Capability;
  /** Absent if the client requested this newer fetch type. */
  readonly absentIfFetchType?: string;
  /** A form of these fields for clients without the capability. */
  readonly without?: Capability;
}

export interface RegisterFieldsDescription extends RegisterFieldsOptions {
  /** Present if all of these are requested; always present if empty. */
  readonly fetchTypes: readonly string[];
  readonly fields: Class;
}

const described: RegisterFieldsDescription[] = [];

/** Declares register fields with the same conditions. */
export function registerFieldsOf<Fields extends object>(
  fetchTypes: readonly string[],
  fields: Class<Fields>,
  options: RegisterFieldsOptions = {},
): Class<Fields> {
  described.push({ fetchTypes, fields, ...options });
  return fields;
}

/** All declared register fields. */
export const allRegisterFields = (): readonly RegisterFieldsDescription[] => described;
