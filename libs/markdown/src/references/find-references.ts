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
  return {
    ...findMentions(source),
    groupNames: findGroupNames(source),
    streamNames: findStreamNames(source),
  };
}

function findMentions(source: string): Pick<References, 'userNames' | 'userIds' | 'hasWildcard'> {
  const userNames = new Set<string>();
  const userIds = new Set<number>();
  let hasWildcard = false;
  for (const name of namesIn(source, '@', MENTION)) {
    const id = NAME_AND_ID.exec(name)?.[1];
    if (WILDCARDS.has(name)) {
      hasWildcard = true;
    } else if (id === undefined) {
      add(userNames, name);
    } else {
      add(userIds, Number(id));
    }
  }
  return { userNames: [...userNames], userIds: [...userIds], hasWildcard };
}

function findGroupNames(source: string): string[] {
  const names = new Set<string>();
  for (const name of namesIn(source, '@', GROUP_MENTION)) {
    add(names, name);
  }
  return [...names];
}

function findStreamNames(source: string): string[] {
  const names = new Set<string>();
  for (const name of namesIn(source, '#**', STREAM_LINK)) {
    add(names, name);
    const separator = name.indexOf('>');
    if (separator > 0) {
      add(names, name.slice(0, separator));
    }
  }
  return [...names];
}

/** What the first group of the pattern matches; the search begins only if the text has the sign. */
function namesIn(source: string, sign: string, pattern: RegExp): string[] {
  return source.includes(sign) ? Array.from(source.matchAll(pattern), ([, name = '']) => name) : [];
}

function add<T>(set: Set<T>, value: T): void {
  if (set.size < MAX_REFERENCES) {
    set.add(value);
  }
}
