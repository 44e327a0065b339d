import type { StateInline } from 'markdown-it';
import { EXTRA_EMOJI_NAME, EXTRA_EMOJI_URL, emojiByName } from '../emoji/emoji.js';
import { MAX_EMOJI_NAME_LENGTH } from '../limits.js';
import { renderStateOf } from '../render-state.js';
import { pushElement } from './element-token.js';
import { pushUnicodeEmoji } from './unicode-emoji.js';

const EMOJI_NAME = new RegExp(`:([\\p{L}\\p{N}_+-]{1,${MAX_EMOJI_NAME_LENGTH}}):`, 'uy');

/** `:name:` of an emoji of the realm, of the built-in extra one, or of Unicode, in this order. */
export function emojiNameRule(state: StateInline): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== 0x3a || state.linkLevel > 0) {
    return false;
  }
  EMOJI_NAME.lastIndex = pos;
  const name = EMOJI_NAME.exec(src)?.[1];
  if (name === undefined || EMOJI_NAME.lastIndex > state.posMax) {
    return false;
  }
  const end = EMOJI_NAME.lastIndex;
  const { realmEmoji } = renderStateOf(state).context;
  const custom = realmEmoji !== undefined && Object.hasOwn(realmEmoji, name) ? realmEmoji[name] : undefined;
  if (custom !== undefined && custom.deactivated !== true) {
    pushImage(state, name, custom.url);
  } else if (name === EXTRA_EMOJI_NAME) {
    pushImage(state, name, EXTRA_EMOJI_URL);
  } else {
    const code = emojiByName(name);
    if (code === undefined) {
      return false;
    }
    pushUnicodeEmoji(state, name, code);
  }
  state.pos = end;
  return true;
}

function pushImage(state: StateInline, name: string, url: string): void {
  pushElement(
    state,
    'img',
    [
      ['alt', `:${name}:`],
      ['class', 'emoji'],
      ['src', url],
      ['title', name.replaceAll('_', ' ')],
    ],
    '',
  );
}
