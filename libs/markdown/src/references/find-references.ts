import { WILDCARDS } from '../inline/mention.js';
import { MAX_NAME_LENGTH, MAX_REFERENCES } from '../limits.js';

/** What a text may refer to: more than it does in the end, since code and quotes are not told apart here. */
export interface References {
  /** Full names as typed; compare without regard to case. */
  readonly userNames: readonly string[];
  /** Ids of `@**Name|id**` and `@**|id**`. */
  readonly userIds: readonly number[];
  /** Names of user groups as typed; compare without regard to case. */
  readonly groupNames: readonly string[];
  /** Names of streams; exact. `#**a>b**` gives both `a` and `a>b`. */
  readonly streamNames: readonly string[];
  /** Whether `@**all**` or the like occurs. */
  readonly hasWildcard: boolean;
}

const MENTION = new RegExp(`@_?\\*\\*([^*\\n]{1,${MAX_NAME_LENGTH}})\\*\\*`, 'g');
const GROUP_MENTION = new RegExp(`@_?\\*([^*\\n]{1,${MAX_NAME_LENGTH}})\\*`, 'g');
const STREAM_LINK = new RegExp(`#\\*\\*([^*\\n]{1,${MAX_NAME_LENGTH}})\\*\\*`, 'g');
const NAME_AND_ID = /^.*\|(\d{1,15})$/;

/** Cheap scan for the names to look up before `renderMessage`; at most `MAX_REFERENCES` of each kind. */
export function findReferences(source: string): References {
  const userNames = new Set<string>();
  const userIds = new Set<number>();
  const groupNames = new Set<string>();
  const streamNames = new Set<string>();
  let hasWildcard = false;
  if (source.includes('@')) {
    for (const [, name = ''] of source.matchAll(MENTION)) {
      const id = NAME_AND_ID.exec(name)?.[1];
      if (WILDCARDS.has(name)) {
        hasWildcard = true;
      } else if (id === undefined) {
        add(userNames, name);
      } else {
        add(userIds, Number(id));
      }
    }
    for (const [, name = ''] of source.matchAll(GROUP_MENTION)) {
      add(groupNames, name);
    }
  }
  if (source.includes('#**')) {
    for (const [, name = ''] of source.matchAll(STREAM_LINK)) {
      add(streamNames, name);
      const separator = name.indexOf('>');
      if (separator > 0) {
        add(streamNames, name.slice(0, separator));
      }
    }
  }
  return {
    userNames: [...userNames],
    userIds: [...userIds],
    groupNames: [...groupNames],
    streamNames: [...streamNames],
    hasWildcard,
  };
}

function add<T>(set: Set<T>, value: T): void {
  if (set.size < MAX_REFERENCES) {
    set.add(value);
  }
}
