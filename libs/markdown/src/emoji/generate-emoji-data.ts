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
  const owner = new Map<string, string>();
  const names = new Map<string, string[]>(rows.map((row) => [clientCode(row.hexcode), []]));
  const give = (code: string, name: string): void => {
    const list = names.get(code);
    if (list !== undefined && NAME.test(name) && !owner.has(name)) {
      owner.set(name, code);
      list.push(name);
    }
  };
  for (const [code, own] of CLIENT_NAMES) {
    if (!names.has(code)) {
      throw new Error(`client-names.ts names ${code}, which is no emoji.`);
    }
    for (const name of own) {
      give(code, name);
    }
  }
  for (const source of SOURCES) {
    const shortcodes = readJson<Shortcodes>(`shortcodes/${source}.json`);
    const byCode = new Map(Object.entries(shortcodes).map(([hexcode, value]) => [clientCode(hexcode), value]));
    for (const code of names.keys()) {
      const value = byCode.get(code) ?? [];
      for (const name of typeof value === 'string' ? [value] : value) {
        give(code, name);
      }
    }
  }
  return Object.fromEntries([...names].filter(([, list]) => list.length > 0));
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
