import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

interface EmojiRow {
  readonly hexcode: string;
  readonly order?: number;
}

type NamesByCode = Map<string, readonly string[]>;

/** Sets of emojibase-data, in the order of precedence: a name belongs to the first emoji that claims it. */
const SHORTCODE_SETS = ['emojibase', 'github', 'iamcal', 'joypixels', 'cldr'];
const NAME = /^[\p{Ll}\p{Lo}0-9_+-]+$/u;

/**
 * Names that existing clients know, the displayed one first. Clients send code and name in a reaction, so the server has
 * to accept these pairs: they precede every other source.
 */
export function clientNames(): NamesByCode {
  const text = readFileSync(new URL('../../data/client-emoji-names.txt', import.meta.url), 'utf8');
  const lines = text.trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [code = '', ...names] = line.split(' ');
      return [code, names];
    }),
  );
}

/** Text of `emoji-names.generated.ts`. Each name belongs to one emoji; skin-tone variants have no names of their own. */
export function generateEmojiModule(): string {
  const rows = readJson<EmojiRow[]>('data.json').sort((a, b) => (a.order ?? 1e9) - (b.order ?? 1e9));
  const names = new Map<string, string[]>(rows.map((row) => [clientCode(row.hexcode), []]));
  const claimed = new Set<string>();
  for (const source of [clientNames(), ...SHORTCODE_SETS.map(shortcodes)]) {
    for (const [code, own] of names) {
      const free = (source.get(code) ?? []).filter((name) => NAME.test(name) && !claimed.has(name));
      for (const name of new Set(free)) {
        claimed.add(name);
        own.push(name);
      }
    }
  }
  const packed = [...names].filter(([, own]) => own.length > 0).map(([code, own]) => `${code} ${own.join(' ')}`);
  return [
    '// Written by scripts/generate.mjs from emojibase-data and data/client-emoji-names.txt; do not edit.',
    '',
    '/** One emoji per line: its code, the displayed name, and its other names. */',
    `export const EMOJI_NAMES = \`${packed.join('\n')}\`;`,
    '',
  ].join('\n');
}

function shortcodes(set: string): NamesByCode {
  const rows = readJson<Record<string, string | string[]>>(`shortcodes/${set}.json`);
  return new Map(Object.entries(rows).map(([hexcode, names]) => [clientCode(hexcode), [names].flat()]));
}

function readJson<T>(path: string): T {
  const require = createRequire(import.meta.url);
  return JSON.parse(readFileSync(require.resolve(`emojibase-data/en/${path}`), 'utf8')) as T;
}

/** The code of an emoji in clients: lower case, without variation selectors, code points of at least four digits. */
function clientCode(hexcode: string): string {
  return hexcode
    .toLowerCase()
    .split('-')
    .filter((point) => point !== 'fe0f')
    .map((point) => point.padStart(4, '0'))
    .join('-');
}
