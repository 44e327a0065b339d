/** Markdown of messages from texts of payloads. Links have only these schemes. */
const SAFE_ADDRESS = /^(?:https?:\/\/|mailto:)[^\s<>]+$/i;

/** Runs of backticks that pair: code. */
const CODE_SPAN = /(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g;

/**
 * A text on one line that ends within itself: it is safe as the text of a link, and no backtick pairs with a later one. Messages
 * know no escapes, so a character that would reach out of the text becomes a similar one, and all others stay.
 */
export function plain(text: string): string {
  const line = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^~{3,}/, '~');
  const hasCode = line.includes('`');
  const ended = hasCode && line.replace(CODE_SPAN, '').includes('`') ? line.replaceAll('`', "'") : line;
  return !hasCode && areBracketsPaired(ended) ? ended : ended.replaceAll('[', '(').replaceAll(']', ')');
}

function areBracketsPaired(text: string): boolean {
  let open = 0;
  for (const character of text) {
    if (character === '[') open++;
    if (character === ']' && --open < 0) return false;
  }
  return open === 0;
}

/** A link, or the text alone if the address is absent or has another scheme. */
export function link(text: string, address: string | undefined): string {
  const label = plain(text);
  if (address === undefined || !SAFE_ADDRESS.test(address)) return label;
  return `[${label}](${address.replace(/[()\\]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)})`;
}

/** Code on one line. */
export function code(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return '';
  const fence = fenceFor(line, '`', 1);
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

/** A block that no line of the text can end. `kind`: `quote`, a language of code, or empty. */
export function block(kind: string, text: string): string {
  const fence = fenceFor(text, '~', 3);
  return `${fence} ${kind}\n${text}\n${fence}`;
}

/** The Markdown of a service, quoted. */
export const quote = (text: string): string => block('quote', text.replace(/\r\n?/g, '\n').trim());

/** More characters than the longest run in the text. */
function fenceFor(text: string, character: string, atLeast: number): string {
  const runs = text.match(new RegExp(`${character}+`, 'g')) ?? [];
  return character.repeat(Math.max(atLeast, ...runs.map(({ length }) => length + 1)));
}

/** The first line, without white space around it. */
export const firstLine = (text: string): string => text.trim().split('\n', 1)[0]?.trim() ?? '';

/** "a", "a and b", "a, b and c". */
export function enumeration(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
