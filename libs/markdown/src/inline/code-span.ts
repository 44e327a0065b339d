import type { StateInline } from 'markdown-it';
import { renderStateOf } from '../render-state.js';
import { findCodeSpans } from './code-spans.js';

/** `` `code` ``, between runs of any number of backticks; spaces inside are kept. */
export function codeSpanRule(state: StateInline): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== 0x60) {
    return false;
  }
  const { scan } = renderStateOf(state);
  scan.codeSpans ??= findCodeSpans(src);
  const span = scan.codeSpans.get(pos);
  if (span === undefined || span.end > state.posMax) {
    let end = pos;
    while (src.charCodeAt(end) === 0x60) {
      end++;
    }
    state.pending += src.slice(pos, end);
    state.pos = end;
    return true;
  }
  state.push('code_inline', 'code', 0).content = src.slice(span.contentStart, span.contentEnd);
  state.pos = span.end;
  return true;
}
