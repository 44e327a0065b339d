import type * as Re2 from 're2js';
import { parseTemplate, type Template } from 'url-template';
import { MAX_FOUND_LINKS, MAX_LINKIFIER_LENGTH, MAX_LINKIFIER_PROGRAM } from '../limits.js';
import { onFirstUse } from '../on-first-use.js';
import type { Linkifier } from '../render-context.js';
import type { UrlMatch } from './bare-links.js';

/** Why a linkifier cannot be saved. */
type LinkifierFault =
  | { readonly kind: 'invalid_pattern'; readonly message: string }
  | { readonly kind: 'invalid_template'; readonly message: string }
  | { readonly kind: 'group_not_in_template'; readonly name: string }
  | { readonly kind: 'variable_not_in_pattern'; readonly name: string };

interface CompiledLinkifier {
  readonly pattern: Re2.RE2JS;
  readonly template: Template;
  /** Text at the start of every match, in lower case: a cheap test. Empty if unknown. */
  readonly literal: string;
}

const re2 = onFirstUse<typeof Re2>('re2js');

/** Group names of the pattern around the realm's pattern; names of clients cannot clash with them. */
const BEFORE = 'linkifier_before_match';
const MATCH = 'linkifier_actual_match';
const AFTER = 'linkifier_after_match';

const MAX_CACHED = 1_000;
const compiled = new Map<string, CompiledLinkifier | null>();

/** A match starts at a boundary and is followed by neither a letter nor a digit. RE2's `\s` is ASCII only, hence `\pZ` and U+0085. */
function withBoundaries(pattern: string): string {
  return `(?P<${BEFORE}>^|\\s|\u0085|\\pZ|['"\\(,:<])(?P<${MATCH}>${pattern})(?P<${AFTER}>$|[^\\pL\\pN])`;
}

/** Compiled once per pattern and template; null for an unusable pair, which `checkLinkifierPattern` keeps from being saved. */
function compile(linkifier: Linkifier): CompiledLinkifier | null {
  const key = `${linkifier.pattern}\u0000${linkifier.urlTemplate}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const { pattern, urlTemplate } = linkifier;
  let result: CompiledLinkifier | null = null;
  try {
    if (checkLinkifierPattern(pattern, urlTemplate)?.kind !== 'invalid_pattern') {
      const template = parseTemplate(urlTemplate);
      result = { pattern: re2().RE2JS.compile(withBoundaries(pattern)), template, literal: literalPrefix(pattern) };
    }
  } catch {
    // An invalid template: no rule for it.
  }
  if (compiled.size >= MAX_CACHED) compiled.delete(compiled.keys().next().value as string);
  compiled.set(key, result);
  return result;
}

/** The literal characters at the start of a pattern: enough to skip most linkifiers without running them. */
function literalPrefix(pattern: string): string {
  if (pattern.includes('|') || pattern.startsWith('(?')) return '';
  const prefix = /^(?:[^\\^$.|?*+()[\]{}]|\\[^\w\s])*/.exec(pattern)?.[0] ?? '';
  const next = pattern[prefix.length] ?? '';
  const literal = prefix.replaceAll('\\', '');
  // A quantifier makes the last character optional or repeated.
  return ('?*+{'.includes(next) && next !== '' ? literal.slice(0, -1) : literal).toLowerCase();
}

/** Upper bound for the number of linkifiers that match the text, from the literal text at their start. */
export function countApplicable(text: string, linkifiers: readonly Linkifier[]): number {
  if (linkifiers.length === 0) return 0;
  const lower = text.toLowerCase();
  return linkifiers.filter((linkifier) => {
    const usable = compile(linkifier);
    return usable !== null && lower.includes(usable.literal);
  }).length;
}

/** All matches of one linkifier in a text. Runs in time linear in the text for each match (RE2 semantics). */
export function linkifierMatches(text: string, linkifier: Linkifier): UrlMatch[] {
  const usable = compile(linkifier);
  if (usable === null || !text.toLowerCase().includes(usable.literal)) return [];
  const matches: UrlMatch[] = [];
  const matcher = usable.pattern.matcher(text);
  let position = 0;
  while (position < text.length && matches.length < MAX_FOUND_LINKS && matcher.find(position)) {
    const start = matcher.start(MATCH);
    const end = matcher.end(MATCH);
    // The character after a match may be the boundary before the next match.
    position = Math.max(end, position + 1);
    if (end > start) matches.push({ start, end, url: expand(usable.template, matcher.getNamedGroups()) });
  }
  return matches;
}

function expand(template: Template, groups: Record<string, string | null>): string {
  const variables = Object.entries(groups).map(([name, value]) => [name, value?.toWellFormed() ?? null]);
  return template.expand(Object.fromEntries(variables));
}

const EXPRESSION = /\{([^{}]*)\}/g;
const VARIABLE_LIST = /^[+#./;?&]?(?:[\w.%]+(?:\*|:\d{1,4})?)(?:,[\w.%]+(?:\*|:\d{1,4})?)*$/;

/**
 * Checks a linkifier before it is saved; null if it is usable. A pattern must be RE2 (no look-around, no
 * back-references) of bounded size, and its named groups must be exactly the variables of the template.
 */
export function checkLinkifierPattern(pattern: string, urlTemplate: string): LinkifierFault | null {
  if (pattern === '' || pattern.length > MAX_LINKIFIER_LENGTH) {
    return { kind: 'invalid_pattern', message: `A pattern has 1 to ${MAX_LINKIFIER_LENGTH} characters.` };
  }
  let groups: string[];
  try {
    // The pattern alone first: `)|(` is valid only inside the parentheses of the boundaries.
    re2().RE2JS.compile(pattern);
    const whole = re2().RE2JS.compile(withBoundaries(pattern));
    if (whole.programSize() > MAX_LINKIFIER_PROGRAM) {
      return { kind: 'invalid_pattern', message: 'The pattern is too large when its repetitions are counted.' };
    }
    groups = Object.keys(whole.namedGroups()).filter((name) => name !== BEFORE && name !== MATCH && name !== AFTER);
  } catch (error) {
    return { kind: 'invalid_pattern', message: error instanceof Error ? error.message : String(error) };
  }
  if (urlTemplate === '' || urlTemplate.length > MAX_LINKIFIER_LENGTH) {
    return { kind: 'invalid_template', message: `A URL template has 1 to ${MAX_LINKIFIER_LENGTH} characters.` };
  }
  const variables = new Set<string>();
  const rest = urlTemplate.replace(EXPRESSION, (whole, expression: string) => {
    if (!VARIABLE_LIST.test(expression)) return whole;
    for (const variable of expression.replace(/^[+#./;?&]/, '').split(',')) {
      variables.add(variable.replace(/\*$|:\d+$/, ''));
    }
    return '';
  });
  if (/[{}]/.test(rest)) return { kind: 'invalid_template', message: 'The URL template is not valid (RFC 6570).' };
  const [unknown] = [...variables].filter((name) => !groups.includes(name)).sort();
  if (unknown !== undefined) return { kind: 'variable_not_in_pattern', name: unknown };
  const [unused] = groups.filter((name) => !variables.has(name)).sort();
  return unused === undefined ? null : { kind: 'group_not_in_template', name: unused };
}
