import { contractDefinitions } from '../from-contracts.js';
import type { JsonSchema } from '../schema.js';
import { REALM_DEFINITIONS } from './realm.js';

/** What `ref` refers to, by name. */
export const DEFINITIONS: Readonly<Record<string, JsonSchema>> = {
  ...contractDefinitions(),
  ...REALM_DEFINITIONS,
};
