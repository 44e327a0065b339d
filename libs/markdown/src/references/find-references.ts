import { GROUP_MENTION, MENTION, NAME_AND_ID, STREAM_LINK, WILDCARDS } from '../inline/mentions.js';
import { MAX_REFERENCES } from '../limits.js';

/** References that a text may contain: a superset of the references in its HTML, because code and quotes count too. */
interface References {
  /** Full names as typed; compare without regard to case. */
  readonly userNames: readonly string[];
  /** Ids of `@**Name|id**` and `@**|id**`. */
  readonly userIds: readonly number[];
  /** Names of user groups as typed; compare without regard to case. */
  readonly groupNames: readonly string[];
  /** Names of streams; exact. `#**a>b**` gives both `a` and `a>b`. */
  readonly streamNames: readonly string[];
  /** Whether a wildcard such as `@**all**` occurs. */
  readonly hasWildcard: boolean;
}

/** Cheap scan for the names to look up before `renderMessage`; returns at most `MAX_REFERENCES` of each kind. */
export function findReferences(source: string): References {
  const mentions = namesIn(source, '@', MENTION);
  const ids = mentions.map((name) => NAME_AND_ID.exec(name)?.[2]);
  const streams = namesIn(source, '#**', STREAM_LINK).flatMap((name) => {
    const separator = name.indexOf('>');
    return separator > 0 ? [name, name.slice(0, separator)] : [name];
  });
  return {
    userNames: distinct(mentions.filter((name, index) => ids[index] === undefined && !WILDCARDS.has(name))),
    userIds: distinct(ids.filter((id) => id !== undefined).map(Number)),
    groupNames: distinct(namesIn(source, '@', GROUP_MENTION)),
    streamNames: distinct(streams),
    hasWildcard: mentions.some((name) => WILDCARDS.has(name)),
  };
}

/** The names that the last group of a pattern matches. The search starts only if the text contains the sign. */
function namesIn(source: string, sign: string, { source: pattern }: RegExp): string[] {
  if (!source.includes(sign)) return [];
  return Array.from(source.matchAll(new RegExp(pattern, 'g')), (match) => match.at(-1) ?? '');
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)].slice(0, MAX_REFERENCES);
