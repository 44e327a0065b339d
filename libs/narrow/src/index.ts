export type { NarrowErrors } from './invalid-narrow.js';
export {
  type MessageForReader,
  matchesNarrow,
  type NarrowUser,
  RESOLVED_TOPIC_PREFIX,
} from './match-narrow.js';
export {
  HAS_PARTS,
  type HasPart,
  IS_PROPERTIES,
  type IsProperty,
  type Narrow,
  type NarrowCondition,
  type NarrowTerm,
  type StreamReference,
  type UserReference,
} from './narrow.js';
export { type KeyedMessage, keyOfNarrow, narrowKeysOf } from './narrow-key.js';
export {
  MAX_DM_OPERAND_USERS,
  MAX_NARROW_TERMS,
  MAX_SEARCH_LENGTH,
  parseNarrow,
} from './parse-narrow.js';
export { parseQueueNarrow } from './queue-narrow.js';
