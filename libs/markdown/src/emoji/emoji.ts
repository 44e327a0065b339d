import { EMOJI_NAMES } from './emoji-names.generated.js';

/** Name, and code, of the one built-in emoji that is not in Unicode; of the type `service_extra_emoji`. */
export const EXTRA_EMOJI_NAME = 'chat';
/** Path of its picture on the server. */
export const EXTRA_EMOJI_URL = '/static/generated/emoji/images/emoji/unicode/chat.png';

/** Names and codes of all Unicode emoji. */
export interface EmojiData {
  /** Code -> its names, the one that is shown first. Served to clients as `code_to_names`. */
  readonly codeToNames: Readonly<Record<string, readonly string[]>>;
  /** Name -> code; every name has exactly one. */
  readonly nameToCode: ReadonlyMap<string, string>;
}

let data: EmojiData | undefined;

/** The table, unpacked at the first use. */
export function emojiData(): EmojiData {
  if (data === undefined) {
    const codeToNames: Record<string, readonly string[]> = {};
    const nameToCode = new Map<string, string>();
    for (const line of EMOJI_NAMES.split('\n')) {
      const [code = '', ...names] = line.split(' ');
      codeToNames[code] = names;
      for (const name of names) {
        nameToCode.set(name, code);
      }
    }
    data = { codeToNames, nameToCode };
  }
  return data;
}

/** Code of the Unicode emoji with this name: hexadecimal code points joined by dashes, such as `1f1fa-1f1f8`. */
export function emojiByName(name: string): string | undefined {
  return emojiData().nameToCode.get(name);
}

/** A code as this server writes it: some clients write variation selectors into it. */
export function bareEmojiCode(code: string): string {
  return code.replaceAll('-fe0f', '');
}

/** All names of a code, the one that is shown first; none when it is no emoji. */
export function namesByCode(code: string): readonly string[] {
  const { codeToNames } = emojiData();
  return Object.hasOwn(codeToNames, code) ? (codeToNames[code] ?? []) : [];
}

/** The name that is shown for a code. */
export function canonicalName(code: string): string | undefined {
  return namesByCode(code)[0];
}
