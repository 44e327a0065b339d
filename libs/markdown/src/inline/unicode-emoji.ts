import type { StateInline } from 'markdown-it';
import { canonicalName } from '../emoji/emoji.js';
import { pushElement } from './element-token.js';
import { mayStartEmoji } from './text.js';

/** Emoji sequences as Unicode TR 51 defines them. */
const EMOJI_SEQUENCE =
  /\p{RI}\p{RI}|\p{Emoji}(?:\p{EMod}|\ufe0f\u20e3?|[\u{e0020}-\u{e007e}]{1,16}\u{e007f})?(?:\u200d(?:\p{RI}\p{RI}|\p{Emoji}(?:\p{EMod}|\ufe0f\u20e3?|[\u{e0020}-\u{e007e}]{1,16}\u{e007f})?)){0,8}/uy;
/** Digits, letter-like signs and arrows that are text unless a variation selector asks for the picture. */
const TEXT_PRESENTATION = /^[\0-\u203b\u203d-\u2048\u204a-\u22ff]\u20e3?$/u;

/** An emoji typed as a character. One that clients have no name for stays a character. */
export function unicodeEmojiRule(state: StateInline): boolean {
  const { src, pos } = state;
  if ((!mayStartEmoji(src.charCodeAt(pos)) && src.charCodeAt(pos + 1) !== 0xfe0f) || state.linkLevel > 0) {
    return false;
  }
  EMOJI_SEQUENCE.lastIndex = pos;
  const sequence = EMOJI_SEQUENCE.exec(src)?.[0];
  if (sequence === undefined || pos + sequence.length > state.posMax) {
    return false;
  }
  const code = TEXT_PRESENTATION.test(sequence) ? undefined : emojiCode(sequence);
  const name = code === undefined ? undefined : canonicalName(code);
  if (code === undefined || name === undefined) {
    state.pending += sequence;
  } else {
    pushUnicodeEmoji(state, name, code);
  }
  state.pos = pos + sequence.length;
  return true;
}

/** The code of an emoji as clients know it: hexadecimal code points without variation selectors. */
export function emojiCode(characters: string): string {
  return Array.from(characters, (character) => (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0'))
    .filter((point) => point !== 'fe0f')
    .join('-');
}

export function pushUnicodeEmoji(state: StateInline, name: string, code: string): void {
  const title = name.replaceAll('_', ' ');
  pushElement(
    state,
    'span',
    [
      ['aria-label', title],
      ['class', `emoji emoji-${code}`],
      ['role', 'img'],
      ['title', title],
    ],
    `:${name}:`,
  );
}
