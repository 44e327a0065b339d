import type { StateInline } from 'markdown-it';
import { canonicalName, EMOTICONS, EXTRA_EMOJI_NAME, EXTRA_EMOJI_URL, emojiByName, emojiCode } from '../emoji/emoji.js';
import { MAX_EMOJI_NAME_LENGTH } from '../limits.js';
import { renderStateOf } from '../render-state.js';
import { mayStartEmoji } from './text.js';
import { matchHere, pushElement } from './tokens.js';

const EMOJI_NAME = new RegExp(`:([\\p{L}\\p{N}_+-]{1,${MAX_EMOJI_NAME_LENGTH}}):`, 'uy');

/** `:name:` of an emoji of the realm, of the built-in extra emoji, or of Unicode, in this order. */
export function emojiNameRule(state: StateInline): boolean {
  const match = matchHere(state, ':', EMOJI_NAME);
  if (match === null) return false;
  const [text, name = ''] = match;
  const { realmEmoji } = renderStateOf(state).context;
  const custom = realmEmoji !== undefined && Object.hasOwn(realmEmoji, name) ? realmEmoji[name] : undefined;
  const builtInUrl = name === EXTRA_EMOJI_NAME ? EXTRA_EMOJI_URL : undefined;
  const url = custom === undefined || custom.deactivated === true ? builtInUrl : custom.url;
  const code = url === undefined ? emojiByName(name) : undefined;
  if (url !== undefined) {
    pushElement(state, 'img', { alt: text, class: 'emoji', src: url, title: name.replaceAll('_', ' ') });
  } else if (code !== undefined) {
    pushUnicodeEmoji(state, name, code);
  } else {
    return false;
  }
  state.pos += text.length;
  return true;
}

/** Characters that may stand next to an emoticon, besides the ends of the text. */
const NEIGHBOUR = new Set(',.;?!()[] "\'\n\t');

/** `:)` and other emoticons, each of two characters, if the sender has them translated. */
export function emoticonRule(state: StateInline): boolean {
  const { src, pos } = state;
  if (renderStateOf(state).context.translateEmoticons !== true || state.linkLevel > 0) return false;
  const end = pos + 2;
  const name = EMOTICONS.get(src.slice(pos, end));
  const code = name === undefined ? undefined : emojiByName(name);
  if (name === undefined || code === undefined || end > state.posMax) return false;
  if ((pos > 0 && !NEIGHBOUR.has(src[pos - 1] ?? '')) || (end < src.length && !NEIGHBOUR.has(src[end] ?? ''))) {
    return false;
  }
  pushUnicodeEmoji(state, name, code);
  state.pos = end;
  return true;
}

/** Emoji sequences as Unicode TR 51 defines them. */
const EMOJI_SEQUENCE =
  /\p{RI}\p{RI}|\p{Emoji}(?:\p{EMod}|\ufe0f\u20e3?|[\u{e0020}-\u{e007e}]{1,16}\u{e007f})?(?:\u200d(?:\p{RI}\p{RI}|\p{Emoji}(?:\p{EMod}|\ufe0f\u20e3?|[\u{e0020}-\u{e007e}]{1,16}\u{e007f})?)){0,8}/uy;
/** Digits, letter-like signs and arrows that are text unless a variation selector asks for the picture. */
const TEXT_PRESENTATION = /^[\0-\u203b\u203d-\u2048\u204a-\u22ff]\u20e3?$/u;

/** An emoji typed as a character. An emoji without a name in clients stays a character. */
export function unicodeEmojiRule(state: StateInline): boolean {
  const { src, pos } = state;
  if ((!mayStartEmoji(src.charCodeAt(pos)) && src.charCodeAt(pos + 1) !== 0xfe0f) || state.linkLevel > 0) return false;
  EMOJI_SEQUENCE.lastIndex = pos;
  const sequence = EMOJI_SEQUENCE.exec(src)?.[0];
  if (sequence === undefined || pos + sequence.length > state.posMax) return false;
  const code = TEXT_PRESENTATION.test(sequence) ? undefined : emojiCode(sequence);
  const name = code === undefined ? undefined : canonicalName(code);
  if (code === undefined || name === undefined) state.pending += sequence;
  else pushUnicodeEmoji(state, name, code);
  state.pos = pos + sequence.length;
  return true;
}

function pushUnicodeEmoji(state: StateInline, name: string, code: string): void {
  const title = name.replaceAll('_', ' ');
  const attributes = { 'aria-label': title, class: `emoji emoji-${code}`, role: 'img', title };
  pushElement(state, 'span', attributes, `:${name}:`);
}
