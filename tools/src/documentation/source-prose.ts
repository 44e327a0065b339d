import jsTokens from 'js-tokens';

/** A paragraph of prose in a source file: a part of a comment, or the name of a test. */
interface SourceProse {
  readonly kind: 'comment' | 'test name';
  /** Plain text: code, links and comment marks are blank or replaced by one word. */
  readonly text: string;
  /** Number of the first line. */
  readonly line: number;
}

const TEST_FUNCTIONS = new Set(['it', 'test', 'describe']);

/** The comments of a TypeScript or JavaScript source, and in a spec the names of its tests. */
export function sourceProse(source: string, isSpec: boolean): SourceProse[] {
  const found: SourceProse[] = [];
  const before: string[] = [];
  let line = 1;
  // Single-line comments on lines that follow each other are one text.
  const merged = source.replace(/^([ \t]*)\/\/(.*(?:\n\1\/\/.*)+)$/gm, (_, indent, lines) => {
    return `${indent}/*${lines.replaceAll('*/', '* ')}*/`;
  });
  for (const { type, value } of jsTokens(merged)) {
    if (/Comment$/.test(type)) found.push(...paragraphs(value, line));
    else if (!/^WhiteSpace|^LineTerminator/.test(type)) {
      const isName = isSpec && isText(type) && isTestCall(before);
      if (isName) found.push({ kind: 'test name', text: plain(value.slice(1, -1)), line });
      before.push(value);
    }
    line += value.split('\n').length - 1;
  }
  return found;
}

const isText = (type: string) => type === 'StringLiteral' || type === 'NoSubstitutionTemplate';

/** Whether the tokens end with `it(`, `describe.skip(` or `it.each(…)(`. */
function isTestCall(before: readonly string[]): boolean {
  const [first, second = '', third, fourth = ''] = before.slice(-4).reverse();
  if (first !== '(') return false;
  return TEST_FUNCTIONS.has(second) || second === ')' || (third === '.' && TEST_FUNCTIONS.has(fourth));
}

/** The paragraphs of a comment, which blank lines and TSDoc tags separate. */
function paragraphs(comment: string, line: number): SourceProse[] {
  const lines = comment
    .split('\n')
    .map((text) => text.replace(/^\s*(?:\/\*+|\*+\/|\*|\/\/+)?\s?/, '').replace(/\*+\/$/, ''));
  const found: SourceProse[] = [];
  let start = 0;
  for (let index = 0; index <= lines.length; index++) {
    if (index < lines.length && !/^\s*$|^\s*@\w/.test(lines[index] as string)) continue;
    const text = plain(lines.slice(start, index).join(' '));
    if (text !== '') found.push({ kind: 'comment', text, line: line + start });
    start = lines[index]?.trim() === '' ? index + 1 : index;
  }
  return found;
}

/** Code and links become one word, so that they count but are not read. */
const plain = (text: string): string =>
  text
    .replace(/`[^`]*`/g, 'x')
    .replace(/\{@\w+ [^}]*\}/g, 'x')
    .replace(/https?:\S+/g, 'x')
    .replace(/^\s*@\w+\s?/, '')
    .trim();
