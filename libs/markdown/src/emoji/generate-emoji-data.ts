import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { CLIENT_NAMES } from './client-names.js';

interface EmojiRow {
  readonly hexcode: string;
  readonly order?: number;
  readonly skins?: readonly unknown[];
}

type Shortcodes = Readonly<Record<string, string | readonly string[]>>;

/** In the order in which they may claim a name: a name belongs to the first that gives it. */
const SOURCES = ['emojibase', 'github', 'iamcal', 'joypixels', 'cldr'];
const NAME = /^[\p{Ll}\p{Lo}0-9_+-]+$/u;

function readJson<T>(path: string): T {
  const require = createRequire(import.meta.url);
  return JSON.parse(readFileSync(require.resolve(`emojibase-data/en/${path}`), 'utf8')) as T;
}

/** The code of an emoji as clients know it: lower case, without variation selectors, four digits at least. */
function clientCode(hexcode: string): string {
  return hexcode
    .toLowerCase()
    .split('-')
    .filter((point) => point !== 'fe0f')
    .map((point) => point.padStart(4, '0'))
    .join('-');
}

/**
 * The names of every emoji, from the shortcode sets of emojibase-data and the names that clients already know. Every
 * name belongs to one emoji; variants of skin colour have no names of their own.
 */
export function generateEmojiNames(): Record<string, string[]> {
  const rows = [...readJson<EmojiRow[]>('data.json')].sort((a, b) => (a.order ?? 1e9) - (b.order ?? 1e9));
  const names = new Map<string, string[]>(rows.map((row) => [clientCode(row.hexcode), []]));
  const taken = new Set<string>();
  for (const [code, candidates] of CLIENT_NAMES) {
    const own = names.get(code);
    if (own === undefined) {
      throw new Error(`client-names.ts names ${code}, which is no emoji.`);
    }
    claimNames(own, candidates, taken);
  }
  for (const source of SOURCES) {
    const shortcodes = readShortcodes(source);
    for (const [code, own] of names) {
      claimNames(own, shortcodes.get(code) ?? [], taken);
    }
  }
  return Object.fromEntries([...names].filter(([, own]) => own.length > 0));
}

/** Names by the code of the emoji. */
function readShortcodes(source: string): Map<string, readonly string[]> {
  const shortcodes = readJson<Shortcodes>(`shortcodes/${source}.json`);
  return new Map(Object.entries(shortcodes).map(([hexcode, value]) => [clientCode(hexcode), [value].flat()]));
}

/** Adds to an emoji's own names the candidates that are well formed and free. */
function claimNames(own: string[], candidates: readonly string[], taken: Set<string>): void {
  for (const name of candidates) {
    if (NAME.test(name) && !taken.has(name)) {
      taken.add(name);
      own.push(name);
    }
  }
}

/** Text of `emoji-names.generated.ts`; a test compares it with the file. */
export function generateEmojiModule(): string {
  const packed = Object.entries(generateEmojiNames())
    .map(([code, names]) => `${code} ${names.join(' ')}`)
    .join('\n');
  return [
    '// Written by scripts/generate-emoji-names.mjs from emojibase-data and client-names.ts; do not edit.',
    '',
    '/** One emoji per line: its code, the name that is shown, and its other names. */',
    `export const EMOJI_NAMES = \`${packed}\`;`,
    '',
  ].join('\n');
}
