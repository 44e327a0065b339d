import { EMOJI_NAMES } from './emoji-names.generated.js';

/** Name, and code, of the only built-in emoji outside Unicode; its reaction type is `service_extra_emoji`. */
export const EXTRA_EMOJI_NAME = 'chat';
/** Path of its picture on the server. */
export const EXTRA_EMOJI_URL = '/static/generated/emoji/images/emoji/unicode/chat.png';

/** Emoticon -> name of the emoji that clients show for it. */
export const EMOTICONS: ReadonlyMap<string, string> = new Map([
  [':)', 'smile'],
  ['(:', 'smile'],
  [':(', 'frown'],
  ['<3', 'heart'],
  [':|', 'neutral'],
  [':/', 'confused'],
  [';)', 'wink'],
  [':D', 'grinning'],
  [':o', 'open_mouth'],
  [':O', 'open_mouth'],
  [':p', 'stuck_out_tongue'],
  [':P', 'stuck_out_tongue'],
]);

/** Names and codes of all Unicode emoji. */
interface EmojiData {
  /** Code -> its names, the displayed name first. Served to clients as `code_to_names`. */
  readonly codeToNames: Readonly<Record<string, readonly string[]>>;
  /** Name -> its only code. */
  readonly nameToCode: ReadonlyMap<string, string>;
}

let data: EmojiData | undefined;

/** The table, unpacked at the first call. */
export function emojiData(): EmojiData {
  if (data === undefined) {
    const codeToNames: Record<string, readonly string[]> = {};
    const nameToCode = new Map<string, string>();
    for (const line of EMOJI_NAMES.split('\n')) {
      const [code = '', ...names] = line.split(' ');
      codeToNames[code] = names;
      for (const name of names) nameToCode.set(name, code);
    }
    data = { codeToNames, nameToCode };
  }
  return data;
}

/** Code of the Unicode emoji with this name: hexadecimal code points joined by dashes, such as `1f1fa-1f1f8`. */
export const emojiByName = (name: string): string | undefined => emojiData().nameToCode.get(name);

/** Code of an emoji character, without variation selectors. */
export function emojiCode(characters: string): string {
  return Array.from(characters, (character) => (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0'))
    .filter((point) => point !== 'fe0f')
    .join('-');
}

/** The code without the variation selectors that some clients write into it. */
export const bareEmojiCode = (code: string): string => code.replaceAll('-fe0f', '');

/** All names of a code, the displayed name first; empty for an unknown code. */
export function namesByCode(code: string): readonly string[] {
  const { codeToNames } = emojiData();
  return Object.hasOwn(codeToNames, code) ? (codeToNames[code] ?? []) : [];
}

/** The displayed name of a code. */
export const canonicalName = (code: string): string | undefined => namesByCode(code)[0];
