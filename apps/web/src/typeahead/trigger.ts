/** A beginning before the caret that suggestions complete. */
export interface Trigger {
  readonly kind: 'mention' | 'silent-mention' | 'stream' | 'topic' | 'emoji' | 'command' | 'language' | 'time';
  /** Letters to complete. */
  readonly query: string;
  /** Where the replaced text begins. */
  readonly start: number;
  /** Name of the stream, if the trigger is for topics. */
  readonly stream?: string;
}

/** Longest text that is looked at; names are at most 100 characters. */
const MAX_QUERY = 120;
const BEFORE = String.raw`(?<=^|[\s"'(\[{/–—-])`;

const PATTERNS: readonly (readonly [Trigger['kind'], RegExp])[] = [
  ['command', /^\/(?<query>[\w-]*)$/],
  ['language', /(?<=^|\n)(?:`{3,}|~{3,})[ ]?(?<query>[\w+#.-]*)$/],
  ['topic', new RegExp(String.raw`${BEFORE}#\*\*(?<stream>[^*>\n]+)>(?<query>[^*\n]*)$`)],
  ['stream', new RegExp(String.raw`${BEFORE}#(?:\*\*)?(?<query>[^\s*#>][^*#>\n]*|)$`)],
  ['silent-mention', new RegExp(String.raw`${BEFORE}@_(?:\*\*?)?(?<query>[^\s*@][^*@\n]*|)$`)],
  ['mention', new RegExp(String.raw`${BEFORE}@(?:\*\*?)?(?<query>[^\s*@_][^*@\n]*|)$`)],
  ['emoji', new RegExp(String.raw`${BEFORE}:(?<query>[\p{L}\d][\p{L}\d_+ -]*)$`, 'u')],
  ['time', new RegExp(`${BEFORE}<(?:time:?)?(?<query>)$`)],
];

/** The trigger at the caret. Code gets no suggestions, but for its language. Pure. */
export function triggerAt(text: string, caret: number): Trigger | undefined {
  const before = text.slice(0, caret);
  const from = Math.max(before.length - MAX_QUERY, 0);
  const isInCode = insideCode(before);
  for (const [kind, pattern] of PATTERNS) {
    if (isInCode && kind !== 'language') continue;
    // A command stands at the beginning of the message, a language at that of a line.
    const found = pattern.exec(kind === 'command' ? before : before.slice(from));
    if (!found?.groups || (kind === 'language' && opensNoBlock(before))) continue;
    const start = kind === 'command' ? found.index : from + found.index;
    const { query = '', stream } = found.groups;
    return { kind, query, start, ...(stream !== undefined && { stream }) };
  }
  return undefined;
}

const fencesIn = (text: string): number => text.match(/^(?:`{3,}|~{3,})/gm)?.length ?? 0;

/** An even fence closes a block, so no language follows it. */
const opensNoBlock = (before: string): boolean => fencesIn(before) % 2 === 0;

function insideCode(before: string): boolean {
  if (fencesIn(before) % 2 === 1) return true;
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return (line.match(/`/g)?.length ?? 0) % 2 === 1;
}
