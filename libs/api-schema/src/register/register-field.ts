import type { Capability } from '../events/event-description.js';
import type { Fields, JsonSchema } from '../schema.js';

/** One field of the answer to POST /register, and what it depends on. */
export interface RegisterField {
  readonly schema: JsonSchema;
  /** Present if all of these are among the fetch types; always when there are none. */
  readonly fetchTypes: readonly string[];
  /** Left out for clients that declared it, since they have the newer field. */
  readonly absentIfCapability?: Capability;
  /** Left out when this newer fetch type was asked for by name. */
  readonly absentIfFetchType?: string;
  /** May be left out for another reason. */
  readonly isConditional?: boolean;
  /** What it is for a client that did not declare a capability. */
  readonly without?: { readonly capability: Capability; readonly schema: JsonSchema };
}

export type RegisterFields = Readonly<Record<string, RegisterField>>;

/** Fields with the same conditions; `name?` is conditional for a reason of its own. */
export const fieldsOf = (
  fetchTypes: readonly string[],
  fields: Fields,
  rest: Partial<RegisterField> = {},
): RegisterFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [
      name.replace(/\?$/, ''),
      { schema, fetchTypes, ...rest, ...(name.endsWith('?') && { isConditional: true }) },
    ]),
  );
