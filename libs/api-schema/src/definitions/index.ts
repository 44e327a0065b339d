import { contractDefinitions } from '../from-contracts.js';
import type { JsonSchema } from '../schema.js';
import { MESSAGE_DEFINITIONS } from './messages.js';
import { REALM_DEFINITIONS } from './realm.js';
import { STREAM_DEFINITIONS } from './streams.js';

/** What `ref` refers to, by name. */
export const DEFINITIONS: Readonly<Record<string, JsonSchema>> = {
  ...contractDefinitions(),
  ...MESSAGE_DEFINITIONS,
  ...REALM_DEFINITIONS,
  ...STREAM_DEFINITIONS,
};
