import type { StateInline } from 'markdown-it';
import { MAX_MATH_LENGTH } from '../limits.js';
import { renderMath } from '../math/render-math.js';
import { renderStateOf } from '../render-state.js';
import { pushElement } from './tokens.js';

/** The body may hold `\$`, but neither starts with `_` (a face) nor spans lines. */
const MATH = /\$\$([^\n_$](?:\\\$|[^$\n])*)\$\$(?!\$)/y;
const WORD = /[\p{L}\p{N}_]/u;

/** `$$formula$$`, set by KaTeX. A formula that KaTeX refuses is shown as it was typed, marked as an error. */
export function mathRule(state: StateInline): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== 0x24) return false;
  let run = pos;
  while (src.charCodeAt(run) === 0x24) run++;
  MATH.lastIndex = pos;
  const match = run - pos === 2 && state.linkLevel === 0 ? MATH.exec(src) : null;
  const end = MATH.lastIndex;
  if (match === null || end > state.posMax || WORD.test(src[pos - 1] ?? ' ') || WORD.test(src[end] ?? ' ')) {
    state.pending += src.slice(pos, run);
    state.pos = run;
    return true;
  }
  const tex = match[1] ?? '';
  const html = tex.length > MAX_MATH_LENGTH ? null : renderMath(tex, false, renderStateOf(state));
  if (html === null) pushElement(state, 'span', { class: 'tex-error' }, `$$${tex}$$`);
  else state.push('math', '', 0).content = html;
  state.pos = end;
  return true;
}
