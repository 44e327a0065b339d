import type { StateInline } from 'markdown-it';
import { emojiByName } from '../emoji/emoji.js';
import { EMOTICONS } from '../emoji/emoticons.js';
import { renderStateOf } from '../render-state.js';
import { pushUnicodeEmoji } from './unicode-emoji.js';

/** What may stand on either side of an emoticon, besides the ends of the text. */
const NEIGHBOUR = new Set(',.;?!()[] "\'\n\t');

/** `:)` and the like, when the sender has them translated. All have two characters. */
export function emoticonRule(state: StateInline): boolean {
  const { src, pos } = state;
  const render = renderStateOf(state);
  if (render.context.translateEmoticons !== true || state.linkLevel > 0) {
    return false;
  }
  const name = EMOTICONS.get(src.slice(pos, pos + 2));
  const code = name === undefined ? undefined : emojiByName(name);
  const end = pos + 2;
  if (name === undefined || code === undefined || end > state.posMax) {
    return false;
  }
  if ((pos > 0 && !NEIGHBOUR.has(src[pos - 1] ?? '')) || (end < src.length && !NEIGHBOUR.has(src[end] ?? ''))) {
    return false;
  }
  pushUnicodeEmoji(state, name, code);
  state.pos = end;
  return true;
}
