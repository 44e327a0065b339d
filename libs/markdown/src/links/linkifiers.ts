import type * as Re2 from 're2js';
import { parseTemplate, type Template } from 'url-template';
import { MAX_FOUND_LINKS, MAX_LINKIFIER_LENGTH, MAX_LINKIFIER_PROGRAM } from '../limits.js';
import { onFirstUse } from '../on-first-use.js';
import type { Linkifier } from '../render-context.js';
import { wellFormed } from '../well-formed.js';

/** Text that a linkifier matched and the address made of it; the address is not yet checked. */
export interface LinkifierMatch {
  readonly start: number;
  readonly end: number;
  readonly url: string;
}

/** Why a linkifier cannot be saved. */
export type LinkifierFault =
  | { readonly kind: 'invalid_pattern'; readonly message: string }
  | { readonly kind: 'invalid_template'; readonly message: string }
  | { readonly kind: 'group_not_in_template'; readonly name: string }
  | { readonly kind: 'variable_not_in_pattern'; readonly name: string };

interface CompiledLinkifier {
  readonly pattern: Re2.RE2JS;
  readonly template: Template;
  /** Text that every match starts with, in lower case; cheap to look for. Empty when unknown. */
  readonly literal: string;
}

const re2 = onFirstUse<typeof Re2>('re2js');

/** Group names that the pattern around the realm's own uses; clients' names cannot clash with them. */
const BEFORE = 'linkifier_before_match';
const MATCH = 'linkifier_actual_match';
const AFTER = 'linkifier_after_match';

const MAX_CACHED = 1_000;
const compiled = new Map<string, CompiledLinkifier | null>();

/** A match starts at a boundary and is followed by neither a letter nor a digit. RE2's `\s` is ASCII only, hence `\pZ` and U+0085. */
function withBoundaries(pattern: string): string {
  return `(?P<${BEFORE}>^|\\s|\u0085|\\pZ|['"\\(,:<])(?P<${MATCH}>${pattern})(?P<${AFTER}>$|[^\\pL\\pN])`;
}

/** Compiled once per pattern and template; null when the pair is unusable (it should never have been saved). */
function compile(linkifier: Linkifier): CompiledLinkifier | null {
  const key = `${linkifier.pattern}\u0000${linkifier.urlTemplate}`;
  const known = compiled.get(key);
  if (known !== undefined) {
    return known;
  }
  let result: CompiledLinkifier | null = null;
  if (checkLinkifierPattern(linkifier.pattern, linkifier.urlTemplate)?.kind !== 'invalid_pattern') {
    try {
      result = {
        pattern: re2().RE2JS.compile(withBoundaries(linkifier.pattern)),
        template: parseTemplate(linkifier.urlTemplate),
        literal: literalPrefix(linkifier.pattern),
      };
    } catch {
      result = null;
    }
  }
  if (compiled.size >= MAX_CACHED) {
    compiled.delete(compiled.keys().next().value as string);
  }
  compiled.set(key, result);
  return result;
}

/** The characters a pattern starts with literally: enough to skip most linkifiers without running them. */
function literalPrefix(pattern: string): string {
  if (pattern.includes('|') || pattern.startsWith('(?')) {
    return '';
  }
  const prefix = /^(?:[^\\^$.|?*+()[\]{}]|\\[^\w\s])*/.exec(pattern)?.[0] ?? '';
  const next = pattern[prefix.length] ?? '';
  const literal = prefix.replaceAll('\\', '');
  // A quantifier makes the last character optional or repeated.
  return ('?*+{'.includes(next) && next !== '' ? literal.slice(0, -1) : literal).toLowerCase();
}

/** How many of these linkifiers could match the text, judged by the literal text they begin with; errs upwards. */
export function countApplicable(text: string, linkifiers: readonly Linkifier[]): number {
  if (linkifiers.length === 0) {
    return 0;
  }
  const lower = text.toLowerCase();
  return linkifiers.filter((linkifier) => {
    const usable = compile(linkifier);
    return usable !== null && lower.includes(usable.literal);
  }).length;
}

/** All matches of one linkifier in a text. Runs in time linear in the text for each match (RE2 semantics). */
export function linkifierMatches(text: string, linkifier: Linkifier): LinkifierMatch[] {
  const usable = compile(linkifier);
  if (usable === null || !text.toLowerCase().includes(usable.literal)) {
    return [];
  }
  const matches: LinkifierMatch[] = [];
  const matcher = usable.pattern.matcher(text);
  let position = 0;
  while (position < text.length && matches.length < MAX_FOUND_LINKS && matcher.find(position)) {
    const start = matcher.start(MATCH);
    const end = matcher.end(MATCH);
    // The character after a match may be the boundary before the next, so it is not consumed.
    position = Math.max(end, position + 1);
    if (end > start) {
      matches.push({ start, end, url: expand(usable.template, matcher.getNamedGroups()) });
    }
  }
  return matches;
}

function expand(template: Template, groups: Record<string, string | null>): string {
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(groups)) {
    if (value !== null) {
      variables[name] = wellFormed(value);
    }
  }
  return template.expand(variables);
}

const EXPRESSION = /\{([^{}]*)\}/g;
const VARIABLE_LIST = /^[+#./;?&]?(?:[\w.%]+(?:\*|:\d{1,4})?)(?:,[\w.%]+(?:\*|:\d{1,4})?)*$/;

/**
 * Checks what an administrator wants to save; null when it is usable. A pattern must be RE2 (so no look-around and
 * no back-references), of bounded size, and its named groups must be the variables of the template, one for one.
 */
export function checkLinkifierPattern(pattern: string, urlTemplate: string): LinkifierFault | null {
  if (pattern === '' || pattern.length > MAX_LINKIFIER_LENGTH) {
    return { kind: 'invalid_pattern', message: `A pattern has 1 to ${MAX_LINKIFIER_LENGTH} characters.` };
  }
  let groups: string[];
  try {
    // By itself first: `)|(` would be valid only because of the parentheses around it.
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
    if (!VARIABLE_LIST.test(expression)) {
      return whole;
    }
    for (const variable of expression.replace(/^[+#./;?&]/, '').split(',')) {
      variables.add(variable.replace(/\*$|:\d+$/, ''));
    }
    return '';
  });
  if (/[{}]/.test(rest)) {
    return { kind: 'invalid_template', message: 'The URL template is not valid (RFC 6570).' };
  }
  const [unknown] = [...variables].filter((name) => !groups.includes(name)).sort();
  if (unknown !== undefined) return { kind: 'variable_not_in_pattern', name: unknown };
  const [unused] = groups.filter((name) => !variables.has(name)).sort();
  return unused === undefined ? null : { kind: 'group_not_in_template', name: unused };
}
